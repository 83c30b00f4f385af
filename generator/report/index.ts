export { type DiagnosticFormat, formatDiagnostics } from "./format.js"

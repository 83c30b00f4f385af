export { catalogue, type DiagnosticCode } from "./catalogue.js"
export * from "./diagnostic.js"

export { catalogue, type DiagnosticCode } from "./catalogue.js"
export {
  compareDiagnostics,
  type Diagnostic,
  diagnostic,
  type Location,
  type Note,
  noteAt,
  type Problem,
  problem,
  type SourceFile,
  type Span,
  warning,
} from "./diagnostic.js"
export { didYouMean, nearest } from "./suggestions.js"
export { codePoint, hiddenCharacters, visible, visibleLine } from "./visible.js"

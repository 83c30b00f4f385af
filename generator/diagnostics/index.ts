export { catalogue, type DiagnosticCode } from "./catalogue.js"
export {
  compareDiagnostics,
  type Diagnostic,
  diagnostic,
  didYouMean,
  nearest,
  type Problem,
  type SourceFile,
  type Span,
} from "./diagnostic.js"
export { codePoint, hiddenCharacters, visible, visibleLine } from "./visible.js"

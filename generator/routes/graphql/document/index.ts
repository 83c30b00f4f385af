export {
  type CompiledDocument,
  compileDocument,
  type DocumentList,
  type DocumentResult,
  resultName,
} from "./compile-document.js"

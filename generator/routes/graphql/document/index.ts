export {
  type CompiledDocument,
  compileDocument,
  resultName,
} from "./compile-document.js"

/**
 * Compiles operations without a capability when they are called: any REST operation that GitHub documents, and any
 * GraphQL document. Loaded by the first such call only.
 */
import type { OperationCompiler } from "../../runtime/index.js"
import { unmatchedIn } from "./bounds.js"
import { compileRequest } from "./request.js"

export const compiler: OperationCompiler = {
  request: async (operation, options) => compileRequest(operation, options),
  search: async (text) => (await import("./search.js")).searchOperations(text),
  document: async (text) => (await import("./document.js")).compileDocument(text),
  unmatched: async (guard) => unmatchedIn(guard),
}

import { type CompiledOperation, permanent } from "../../runtime/index.js"

/** An operation that cannot be executed: its callers get the reason, and nothing is sent. */
export function refusedOperation(id: string, message: string, fix?: string): CompiledOperation {
  return {
    id,
    version: "1.0.0",
    description: message,
    effect: "read",
    idempotent: true,
    routes: [],
    input: {},
    output: {},
    contract: async () => ({ default: undefined }),
    refused: permanent("VALIDATION", "not_sent", message, fix === undefined ? {} : { fix }),
  }
}

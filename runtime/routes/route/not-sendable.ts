import { type Failure, permanent, reasonOf, unreadable } from "../../errors/index.js"

/** Why no request can be made: of an input that says a thing twice, or of an earlier answer that is not as described. */
export function notSendable(error: unknown): Failure {
  if (!(error instanceof RangeError)) return unreadable(reasonOf(error))
  return permanent("VALIDATION", "not_sent", `The input cannot be sent: ${error.message}`)
}

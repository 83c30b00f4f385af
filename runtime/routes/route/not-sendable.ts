import { type Failure, permanent, reasonOf, unreadable } from "../../errors/index.js"

/** Why no request can be made: an input with contradictory values, or an unexpected earlier answer. */
export function notSendable(error: unknown): Failure {
  if (!(error instanceof RangeError)) return unreadable(reasonOf(error))
  return permanent("VALIDATION", "not_sent", `The input cannot be sent: ${error.message}`)
}

import { brief } from "./brief.js"
import type { Failure } from "./failure.js"
import { reasonOf } from "./reason.js"

/**
 * The failure of a request without an answer, for an unknown reason. `sent` says whether it was handed to the
 * network.
 */
export function noAnswer(error: unknown, host: string, sent: boolean): Failure {
  return {
    code: "NETWORK",
    message: `No answer from ${host}: ${brief(reasonOf(error))}`,
    transient: true,
    outcome: sent ? "unknown" : "not_sent",
  }
}

import type { ResultError } from "../envelope/index.js"
import { type Carried, failedWith } from "./summary.js"

const notMade = "not made"

/** What came of a step that was never made, since one before it failed: nobody knows its capability. */
export interface NotMade {
  task: typeof notMade
  ok: false
  error: ResultError
}

/** What is said of a step that was not made because of another, or of its own function. */
export function neverMade({ code, message, retryable, details }: ResultError): Carried {
  return failedWith(notMade, {
    code,
    message: `Not made: ${message}`,
    retryable,
    details: { ...details, outcome: "not_sent" },
  })
}

import type { ResultError } from "../envelope/index.js"
import { type EntryOutcome, failedWith } from "./summary.js"

const skipped = "skipped"

/** What came of a step that was never made, since one before it failed: nobody knows its capability. */
export interface SkippedStep {
  task: typeof skipped
  ok: false
  error: ResultError
}

/** What is said of a step that was not made because of another, or of its own function. */
export function skippedAfter({ code, message, retryable, details }: ResultError): EntryOutcome {
  return failedWith(skipped, {
    code,
    message: `Skipped: ${message}`,
    retryable,
    details: { ...details, outcome: "not_sent" },
  })
}

import type { ResultError } from "../envelope/index.js"
import { type EntryOutcome, failedWith } from "./summary.js"

const skipped = "skipped"

/** The result of a step that was never made because an earlier one failed. Its capability is unknown. */
export interface SkippedStep {
  task: typeof skipped
  ok: false
  error: ResultError
}

/** The error of a step that was not made because of another step or its own function. */
export function skippedStep({ code, message, retryable, details }: ResultError): EntryOutcome {
  return failedWith(skipped, {
    code,
    message: `Skipped: ${message}`,
    retryable,
    details: { ...details, outcome: "not_sent" },
  })
}

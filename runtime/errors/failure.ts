import type { ErrorCode, ErrorDetails, ResultError, WriteOutcome } from "../envelope/index.js"
import { brief } from "./brief.js"
import type { Documented } from "./documented.js"
import { reasonOf } from "./reason.js"

// A few sentences of GitHub's. Whatever is longer quotes something whole.
const longestMessage = 8_000

/** What went wrong, before anybody asked whether it was a read or a write. */
export interface Failure {
  code: ErrorCode
  message: string
  /** The cause passes by itself. */
  transient: boolean
  /** What became of the request, told to the caller only if it was a write. */
  outcome: WriteOutcome
  details?: ErrorDetails
}

/** The parts of a definition that decide what a failure means to its caller. */
export interface FailedCapability {
  readonly effect: "read" | "write" | "destroy"
  readonly idempotent: boolean
}

/** Says a failure in the words of the result contract. */
export function toResultError(failure: Failure, capability: FailedCapability): ResultError {
  const write = capability.effect !== "read"
  const details: ErrorDetails = { ...failure.details }
  if (write) details.outcome = failure.outcome
  // A caller repeats what is retryable without thinking, so a write that may have been carried out
  // is retryable only if repeating it changes nothing.
  const safe = !write || failure.outcome !== "unknown" || capability.idempotent
  const error: ResultError = {
    code: failure.code,
    message: brief(failure.message, longestMessage),
    retryable: failure.transient && safe,
  }
  if (Object.keys(details).length > 0) error.details = details
  return error
}

/** GitHub refused in words that it is known for. */
export function explained(message: string, { code, fix, passes }: Documented): Failure {
  return {
    code,
    message,
    transient: passes === true,
    outcome: "rejected",
    ...(fix !== undefined && { details: { fix } }),
  }
}

/** Something threw that should not have: a hook, a plugin, or ghx itself. */
export function unexpected(error: unknown, sent: boolean): Failure {
  return {
    code: "UNKNOWN",
    message: brief(`Unexpected error: ${reasonOf(error)}`),
    transient: false,
    outcome: sent ? "unknown" : "not_sent",
  }
}

/** It cannot be done this way; another may do. */
export function unsupported(message: string): Failure {
  return { code: "ADAPTER_UNSUPPORTED", message, transient: false, outcome: "not_sent" }
}

/** The answer does not have the shape that the schema promises. */
export function unreadable(reason: string): Failure {
  return {
    code: "UNKNOWN",
    message: brief(`GitHub's answer does not have the shape that was promised: ${reason}`),
    transient: false,
    outcome: "unknown",
  }
}

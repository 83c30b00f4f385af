import type { ErrorCode, ErrorDetails, ResultError, WriteOutcome } from "../envelope/index.js"
import type { Documented } from "./documented.js"
import { reasonOf } from "./reason.js"
import { shorten } from "./shorten.js"

// GitHub's messages are a few sentences; a longer one quotes an entire document or body.
const longestMessage = 8_000

/** A failure, independent of whether the call reads or writes. */
export interface Failure {
  code: ErrorCode
  message: string
  /** The cause passes by itself. */
  transient: boolean
  /** Whether the request was applied; only reported for writes. */
  outcome: WriteOutcome
  details?: ErrorDetails
  /** GitHub is still computing the answer. */
  isComputing?: true
  /** In a dry run: the placeholder for a value from an answer. */
  standIn?(name: string): unknown
}

/** The parts of a definition that decide how a failure is reported. */
export interface FailedCapability {
  readonly effect: "read" | "write" | "destroy"
  readonly idempotent: boolean
}

/** Converts a failure to the error of a result envelope. */
export function toResultError(failure: Failure, capability: FailedCapability): ResultError {
  const write = capability.effect !== "read"
  const details: ErrorDetails = { ...failure.details }
  if (write) details.outcome = failure.outcome
  // Callers repeat retryable calls without checking, so a write that may have been applied is retryable
  // only if it is idempotent.
  const safe = !write || failure.outcome !== "unknown" || capability.idempotent
  const error: ResultError = {
    code: failure.code,
    message: shorten(failure.message, longestMessage),
    retryable: failure.transient && safe,
  }
  if (Object.keys(details).length > 0) error.details = details
  return error
}

/** A failure that does not pass by itself. */
export function permanent(
  code: ErrorCode,
  outcome: WriteOutcome,
  message: string,
  details?: ErrorDetails,
): Failure {
  return { code, message, transient: false, outcome, ...(details && { details }) }
}

/** GitHub understood the request and refused it; `fix` says what to change. */
export function rejected(code: ErrorCode, message: string, fix?: string): Failure {
  return permanent(code, "rejected", message, fix === undefined ? undefined : { fix })
}

/** GitHub refused with a known message. */
export function documentedFailure(message: string, { code, fix, transient }: Documented): Failure {
  return { ...rejected(code, message, fix), transient: transient === true }
}

/** An unexpected exception in a hook, in a plugin, or in ghx itself. */
export function unexpected(error: unknown, sent: boolean): Failure {
  const reason = reasonOf(error)
  const isDefect = engines.test(reason)
  const message = shorten(`Unexpected error: ${isDefect ? missing : reason}`)
  const fix = "Check the hooks of your Octokit; if it has none, report this as a bug"
  return permanent(
    "UNKNOWN",
    sent ? "unknown" : "not_sent",
    message,
    isDefect ? { fix } : undefined,
  )
}

/** The failure of a route that cannot do this; another route may be able to. */
export function unsupported(message: string): Failure {
  return permanent("ADAPTER_UNSUPPORTED", "not_sent", message)
}

/** Messages of JavaScript engines, which do not help readers of a GitHub error. */
const engines =
  /^Cannot (?:read|set|destructure|convert) |\bis not (?:a function|iterable|a constructor)\b|^Invalid (?:array|string) length/

const missing = "a member is missing or has another type"

/** The answer does not have the shape that the schema promises. */
export function unreadable(reason: string): Failure {
  const words = engines.test(reason) ? missing : reason
  const message = `GitHub's response does not match its documentation: ${words}`
  return permanent("UNKNOWN", "unknown", shorten(message))
}

/** In a browser, a module that is loaded on demand may be unreachable, like any other address. */
export function notLoaded(id: string, error: unknown): Failure {
  return {
    code: "NETWORK",
    message: `The code of ${id} could not be loaded: ${reasonOf(error)}`,
    transient: true,
    outcome: "not_sent",
  }
}

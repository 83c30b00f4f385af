/** The result contract: what every call and every chain resolves to. */

import type { RouteType } from "../route-names/index.js"

/** What went wrong, in the eight words a caller can act on. */
export type ErrorCode =
  | "AUTH"
  | "NOT_FOUND"
  | "VALIDATION"
  | "RATE_LIMIT"
  | "NETWORK"
  | "SERVER"
  | "ADAPTER_UNSUPPORTED"
  | "UNKNOWN"

/** Whether a failed write reached GitHub: it never left, GitHub refused it, or nobody can tell. */
export type WriteOutcome = "not_sent" | "rejected" | "unknown"

/** One problem of an input, addressed by a JSON pointer. */
export interface ValidationIssue {
  /** JSON pointer into the input, `""` for the input itself. */
  pointer: string
  /** What is wrong, what was expected and, where one is near, the name that was meant. */
  message: string
}

/** What a caller can act on. Raw payloads, headers and tokens never appear here. */
export interface ErrorDetails {
  /** Milliseconds to wait before the same call can succeed. */
  retry_after_ms?: number
  /** One sentence: the scope to add, the URL to visit, the command to run. */
  fix?: string
  /** Near names, where a name was not found. */
  candidates?: string[]
  /** What a capability for pull requests is called, or would be, where the number of one was given for an issue. */
  counterpart?: string
  /** Every problem of an invalid input. */
  issues?: ValidationIssue[]
  /** For writes: whether GitHub may have carried it out. */
  outcome?: WriteOutcome
  [detail: string]: unknown
}

export interface ResultError {
  code: ErrorCode
  message: string
  /** Whether the same call may succeed later, unchanged. */
  retryable: boolean
  details?: ErrorDetails
}

/** Why a route was chosen. */
export type RouteReason =
  /** It is the card's first. */
  | "CARD_PREFERRED"
  /** One before it failed. */
  | "CARD_FALLBACK"
  /** One before it cannot be taken here: no token, no `gh`. */
  | "PREFLIGHT_FAILED"
  /** The call asked for it. */
  | "ENV_CONSTRAINT"
  /** One before it cannot do it, or not on this server. */
  | "CAPABILITY_LIMIT"
  /** The client prefers it. */
  | "DEFAULT_POLICY"

/** A request that was sent again, since its cause would pass. */
export interface RetryMeta {
  /** Why it had to be. */
  error_code: ErrorCode
  /** How long was waited before it was sent again. */
  waited_ms: number
}

/** One try of one route, present with `trace`. */
export interface AttemptMeta {
  route: RouteType
  status: "success" | "error" | "skipped"
  error_code?: ErrorCode
  duration_ms?: number
  /** Its requests that were sent again, in order; absent where none was. */
  retries?: RetryMeta[]
}

/** GitHub's limits, as far as a call or a chain touched them. */
export interface Cost {
  /** Points of GitHub's limit a minute: 1 for a request that reads, 5 for one that writes. */
  points?: number
  /** Requests or points left of the hourly limit, from the response headers. */
  remaining?: number
  /** When the hourly limit begins anew, ISO 8601. */
  reset_at?: string
}

export interface ResultMeta {
  capability_id: string
  route_used?: RouteType
  reason?: RouteReason
  attempts?: AttemptMeta[]
  pagination?: { has_next_page: boolean; end_cursor: string | null; total_count?: number }
  timings?: { total_ms: number; adapter_ms: number }
  /** What the call cost, and what is left. */
  cost?: Cost
  /** What GitHub reported beside a result that stands, such as fields the token may not see. */
  warnings?: string[]
}

/**
 * What one call resolves to. Nothing that GitHub or the network answers makes a call throw. Each form names the
 * other's member as absent: without `strictNullChecks`, TypeScript tells no forms apart by a boolean.
 */
export type ResultEnvelope<T> =
  | { ok: true; data: T; error?: undefined; meta: ResultMeta }
  | { ok: false; error: ResultError; data?: undefined; meta: ResultMeta }

/** All steps succeeded, some did, or none did. */
export type ChainStatus = "success" | "partial" | "failed"

/** What came of one step; `attempts` is there with `trace`. */
export type ChainStepResult<Id extends string, T> =
  | { task: Id; ok: true; data: T; error?: undefined; attempts?: AttemptMeta[] }
  | { task: Id; ok: false; error: ResultError; data?: undefined; attempts?: AttemptMeta[] }

/** What a chain resolves to; `results` has one entry a step, and `status` says which forms they have. */
export type ChainResultEnvelope<R> =
  | { status: "success"; results: ResultsWhere<true, R>; meta: ChainMeta }
  | { status: "partial"; results: R; meta: ChainMeta }
  | { status: "failed"; results: ResultsWhere<false, R>; meta: ChainMeta }

/** The results of a chain where every step succeeded, or where none did. */
export type ResultsWhere<Ok extends boolean, R> = {
  [Index in keyof R]: Extract<R[Index], { ok: Ok }>
}

export interface ChainMeta {
  route_used: RouteType | "mixed"
  total: number
  succeeded: number
  failed: number
  /** HTTP requests sent for the chain, look-ups included. */
  requests: number
  /** How many steps follow from each other at most, where some take values of others. */
  levels?: number
  /** What the chain cost, and what is left; the scarcer where it took two interfaces. */
  cost?: Cost
  /** What went wrong beside the results: exceptions of `onStep`, lists that go on. */
  warnings?: string[]
}

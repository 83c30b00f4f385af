/** The result of every call and every chain. */

import type { RouteType } from "../route-names/index.js"

/** The kind of failure, in as much detail as callers can act on. */
export type ErrorCode =
  | "AUTH"
  | "NOT_FOUND"
  | "VALIDATION"
  | "RATE_LIMIT"
  | "NETWORK"
  | "SERVER"
  | "ADAPTER_UNSUPPORTED"
  | "UNKNOWN"

/** Whether a failed write reached GitHub: it was never sent, GitHub refused it, or that is unknown. */
export type WriteOutcome = "not_sent" | "rejected" | "unknown"

/** One problem of an input, addressed by a JSON pointer. */
export interface ValidationIssue {
  /** JSON pointer into the input, `""` for the input itself. */
  pointer: string
  /** The problem, the expected value, and a suggestion if a name is similar. */
  message: string
}

/** Details for the decision how to continue. Raw payloads, headers and tokens never appear here. */
export interface ErrorDetails {
  /** Milliseconds to wait before the same call can succeed. */
  retry_after_ms?: number
  /** One sentence: the scope to add, the URL to visit, the command to run. */
  fix?: string
  /** Suggestions for a name that was not found. */
  candidates?: string[]
  /** The capability for pull requests, if an issue capability got the number of a pull request. */
  counterpart?: string
  /** Every problem of an invalid input. */
  issues?: ValidationIssue[]
  /** Whether GitHub may have applied the write; only for writes. */
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
  /** First route of the card. */
  | "CARD_PREFERRED"
  /** An earlier route failed. */
  | "CARD_FALLBACK"
  /** An earlier route cannot be used here, for lack of a token or of `gh`. */
  | "PREFLIGHT_FAILED"
  /** The call asked for this route. */
  | "ENV_CONSTRAINT"
  /** An earlier route does not support this input or server. */
  | "CAPABILITY_LIMIT"
  /** This route needs one request, and the preferred route of the card needs two. */
  | "FEWEST_REQUESTS"
  /** The client prefers it. */
  | "DEFAULT_POLICY"

/** A retried request. */
export interface RetryMeta {
  /** Why it was retried. */
  error_code: ErrorCode
  /** The delay before the retry. */
  waited_ms: number
}

/** One attempt on one route, present with `trace`. */
export interface AttemptMeta {
  route: RouteType
  status: "success" | "error" | "skipped"
  error_code?: ErrorCode
  duration_ms?: number
  /** The retried requests of the attempt, in order; absent if there were none. */
  retries?: RetryMeta[]
}

/** The budget that a call or chain used. */
export interface SpentBudget {
  /** How long requests of the call waited for their turn; 0 if none waited. */
  waited_ms: number
  /** Points left in each window after the call's last request, such as `graphql_minute` or `creations_hour`. */
  left: Record<string, number>
}

/** The cost of a call or a chain in GitHub's rate limits. */
export interface Cost {
  /** Points of GitHub's limit per minute: 1 for a request that reads, 5 for one that writes. */
  points?: number
  /** Requests or points left of the hourly limit, according to the response headers. */
  remaining?: number
  /** When the hourly limit resets, ISO 8601. */
  reset_at?: string
  /** How long the call waited for the client's `budget`, and what remains of its limits. */
  budget?: SpentBudget
}

/**
 * How a write with a key took place: `sent` normally; `found` on GitHub, made by an earlier request;
 * `repeated`, sent again after an unknown outcome.
 */
export type Once = "sent" | "found" | "repeated"

export interface ResultMeta {
  capability_id: string
  route_used?: RouteType
  reason?: RouteReason
  attempts?: AttemptMeta[]
  pagination?: { has_next_page: boolean; end_cursor: string | null; total_count?: number }
  timings?: { total_ms: number; adapter_ms: number }
  /** How the write was applied; only for writes with a key. */
  once?: Once
  /** The cost of the call, and what remains. */
  cost?: Cost
  /** Warnings that GitHub reported with a valid result, such as fields that the token cannot see. */
  warnings?: string[]
}

/**
 * The result of a call. A call never throws because of an answer of GitHub or the network. Each form declares the
 * other's member as absent, because without `strictNullChecks` TypeScript does not narrow by a boolean.
 */
export type ResultEnvelope<T> =
  | { ok: true; data: T; error?: undefined; meta: ResultMeta }
  | { ok: false; error: ResultError; data?: undefined; meta: ResultMeta }

/** Whether all steps succeeded, some did, or none did. */
export type ChainStatus = "success" | "partial" | "failed"

/** The result of one step; `attempts` is present with `trace`, and `once` for a write with a key. */
export type ChainStepResult<Id extends string, T> =
  | {
      task: Id
      ok: true
      data: T
      error?: undefined
      attempts?: AttemptMeta[]
      once?: Once
    }
  | {
      task: Id
      ok: false
      error: ResultError
      data?: undefined
      attempts?: AttemptMeta[]
      once?: Once
    }

/** The result of a chain: one entry per step. Testing `status` narrows their types. */
export type ChainResultEnvelope<R> =
  | { status: "success"; results: ResultsWhere<true, R>; meta: ChainMeta }
  | { status: "partial"; results: R; meta: ChainMeta }
  | { status: "failed"; results: ResultsWhere<false, R>; meta: ChainMeta }

/** The results of a chain in which every step succeeded, or in which none did. */
export type ResultsWhere<Ok extends boolean, R> = {
  [Index in keyof R]: Extract<R[Index], { ok: Ok }>
}

export interface ChainMeta {
  route_used: RouteType | "mixed"
  total: number
  succeeded: number
  failed: number
  /** HTTP requests sent for the chain, lookups included. */
  requests: number
  /** Number of levels, if steps use results of others. */
  levels?: number
  /** The cost of the chain, and what remains; the lower of two values if it used two interfaces. */
  cost?: Cost
  /** Problems that no result reports: exceptions in `onStep`, and lists with further pages. */
  warnings?: string[]
}

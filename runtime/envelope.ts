/** The result contract: what every call and every chain resolves to. */

/** A channel through which a capability can be carried out. */
export type RouteType = "graphql" | "cli" | "rest"

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

/** One try of one route, present with `trace`. */
export interface AttemptMeta {
  route: RouteType
  status: "success" | "error" | "skipped"
  error_code?: ErrorCode
  duration_ms?: number
}

export interface ResultMeta {
  capability_id: string
  route_used?: RouteType
  reason?: RouteReason
  attempts?: AttemptMeta[]
  pagination?: { has_next_page: boolean; end_cursor: string | null; total_count?: number }
  timings?: { total_ms: number; adapter_ms: number }
  /** GitHub's rate limit after this call, from the response headers. `reset_at` is ISO 8601. */
  cost?: { points?: number; remaining?: number; reset_at?: string }
  /** What GitHub reported beside a result that stands, such as fields the token may not see. */
  warnings?: string[]
}

/** What one call resolves to. Nothing that GitHub or the network answers makes a call throw. */
export type ResultEnvelope<T> =
  | { ok: true; data: T; meta: ResultMeta }
  | { ok: false; error: ResultError; meta: ResultMeta }

/** All steps succeeded, some did, or none did. */
export type ChainStatus = "success" | "partial" | "failed"

export type ChainStepResult<Id extends string, T> =
  | { task: Id; ok: true; data: T }
  | { task: Id; ok: false; error: ResultError }

/** What a chain resolves to; `results` has one entry a step, in step order. */
export interface ChainResultEnvelope<R> {
  status: ChainStatus
  results: R
  meta: {
    route_used: RouteType | "mixed"
    total: number
    succeeded: number
    failed: number
    /** HTTP requests sent for the chain, look-ups included. */
    requests: number
    /** What went wrong beside the results: exceptions of the caller's own `onStep`. */
    warnings?: string[]
  }
}

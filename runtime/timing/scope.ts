import type { RetryMeta, SpentBudget } from "../envelope/index.js"

/** Requests that a call or chain has sent so far. */
export interface Sent {
  /** HTTP requests. */
  requests: number
  /** Their cost against GitHub's limit of points per minute. */
  points: number
  /** Data of the client's rate budget, if it has one. */
  beside?: { readonly budget: SpentBudget }
}

/** Shared by all HTTP requests of one call or chain. */
export interface Scope {
  /** Ends the call: aborted by the caller or by the call's own time limit; absent without both. */
  readonly signal: AbortSignal | undefined
  /** When the call began, by `performance.now()`. */
  readonly started: number
  /** Its deadline, by `performance.now()`; absent without a limit of its own. */
  readonly ends?: number
  readonly sent: Sent
  /** Takes what puts an answer into a cache, until the result has passed its contract; absent, it is put there at once. */
  keep?(put: () => void): void
  /** Called for every request that is sent again. */
  retried?(retry: RetryMeta): void
  /** Called when a request waits for a window of the rate budget, with the minimum duration of the wait. */
  waits?(window: string, wait_ms: number): void
}

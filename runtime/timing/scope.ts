import type { RetryMeta, SpentBudget } from "../envelope/index.js"

/** What a call or a chain has sent so far. */
export interface Sent {
  /** HTTP requests. */
  requests: number
  /** What they count against GitHub's limit of points a minute. */
  points: number
  /** What the client's rate budget says, where it has one. */
  beside?: { readonly budget: SpentBudget }
}

/** What one call or one chain shares over all its HTTP requests. */
export interface Scope {
  /** Ends the call: aborted by the caller or by the call's own time limit; absent without both. */
  readonly signal: AbortSignal | undefined
  /** When the call began, as `performance.now()` tells it. */
  readonly started: number
  /** When its time is over, as `performance.now()` tells it; absent where it has no limit of its own. */
  readonly ends?: number
  readonly sent: Sent
  /** Takes what puts an answer into a cache, until the result has passed its contract; absent, it is put there at once. */
  keep?(put: () => void): void
  /** Told of every request that is sent again. */
  retried?(retry: RetryMeta): void
}

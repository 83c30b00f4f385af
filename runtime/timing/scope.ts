import type { RetryMeta, SpentBudget } from "../envelope/index.js"

/** Requests that a call or chain has sent so far. */
export interface Sent {
  /** HTTP requests. */
  requests: number
  /** Points of the requests against GitHub's limit per minute. */
  points: number
  /** Data of the client's rate budget, if it has one. */
  beside?: { readonly budget: SpentBudget }
}

/** A pause of a capability that polls GitHub until a condition holds. */
export interface Wait {
  readonly capability_id: string
  /** How long the capability has polled so far. */
  readonly waited_ms: number
  /** How long it polls at most. */
  readonly at_most_ms: number
}

/** Shared by all HTTP requests of one call or chain. */
export interface Scope {
  /** Aborts when the caller aborts the call or its time limit passes; absent without both. */
  readonly signal: AbortSignal | undefined
  /** When the call began, by `performance.now()`. */
  readonly started: number
  /** The deadline of the scope, by `performance.now()`; absent if the scope has no time limit. */
  readonly ends?: number
  readonly sent: Sent
  /**
   * Collects functions that put answers into a cache, until the result has passed its contract. If absent, answers
   * are cached at once.
   */
  keep?(put: () => void): void
  /** Called for every retry of a request. */
  retried?(retry: RetryMeta): void
  /** Called when a request waits for a window of the rate budget, with the minimum duration of the wait. */
  waits?(window: string, wait_ms: number): void
  /** Called before each pause of a capability that polls. */
  onWait?(wait: Wait): void
}

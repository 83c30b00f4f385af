/** A sliding window that requests count against. */
export interface BudgetWindow {
  readonly name: string
  readonly ms: number
  /** Maximum number of points in any period of `ms`. */
  readonly limit: number
  readonly points: number
  /** The resource whose rate-limit headers correct this window. */
  readonly resource?: string
  /** How much of the limit this window may hold; all of it by default. */
  readonly share?: number
}

export interface BudgetCost {
  readonly windows: readonly BudgetWindow[]
  /** Maximum number of requests in flight with the token. */
  readonly concurrency: number
  readonly priority: Priority
  /** Number of requests of this process queued behind this one, for diagnostics. */
  readonly behind?: number
}

export type Priority = "interactive" | "batch"

/** A slot for a request in flight. It expires after `ms` unless it is released earlier. */
export interface BudgetLease {
  readonly id: string
  readonly ms: number
}

/**
 * `left` has the points that remain in each window; absent from a refusal in a pause. `wait_ms` is when to ask again
 * at the earliest; absent where the cost exceeds the limit itself. `epoch` changes when the store has lost its data.
 */
export type Reservation = { readonly epoch?: number } & (
  | { readonly ok: true; readonly left: Readonly<Record<string, number>> }
  | {
      readonly ok: false
      readonly window: string
      readonly wait_ms?: number
      readonly left?: Readonly<Record<string, number>>
    }
)

/** The recent use of a token, as far as one process knows it. All times are milliseconds ago. */
export interface BudgetHistory {
  readonly windows: readonly {
    readonly name: string
    readonly ms: number
    /** This process's own reservations that counted within the last two periods of `ms`. */
    readonly entries: readonly {
      readonly lease: string
      readonly points: number
      readonly reserved_ago: number
      /** Milliseconds since the entry began to count: since its answer, or since its reservation if it has none. */
      readonly counted_ago: number
    }[]
    /** Points that all processes had used, as the store last reported before the outage. */
    readonly report?: { readonly used: number; readonly ago: number }
  }[]
  /** This process's requests in flight, each with the rest of its time. */
  readonly leases: readonly BudgetLease[]
}

/** Limits reported by a response. Times are durations, so no two clocks are compared. */
export interface BudgetObservation {
  /** Stops every request of the token for this long. */
  readonly pause_ms?: number
  /** The primary limit of a resource: how much all clients of the token have used, and when the limit resets. */
  readonly primary?: {
    readonly resource: string
    readonly window: string
    readonly ms: number
    readonly limit: number
    readonly used: number
    readonly reset_ms: number
  }
}

/** The current use of the limits, and the waiting requests. */
export interface BudgetState {
  /** The state of each window, in the order of the requested `windows`. */
  readonly windows: readonly {
    readonly name: string
    readonly limit: number
    readonly left: number
  }[]
  /** Requests in flight. */
  readonly requests: number
  /** Milliseconds until requests may be sent; 0 if there is no pause. */
  readonly pause_ms: number
  readonly waiting: readonly {
    readonly priority: Priority
    readonly window: string
    readonly requests: number
  }[]
}

/**
 * Counts what the tokens of a fleet spend. Each method is atomic and uses the store's own clock. `token` is
 * a hash of the token.
 */
export interface BudgetStore {
  reserve(token: string, cost: BudgetCost, lease: BudgetLease): Promise<Reservation>
  /**
   * Ends a lease, or removes a request that waits for one. Its points in `windows` count from now on: GitHub has
   * counted them at some moment between the reservation and now.
   */
  release(token: string, lease: BudgetLease, windows?: readonly BudgetWindow[]): Promise<void>
  observe(token: string, observation: BudgetObservation): Promise<void>
  /**
   * Adds the history of a process, after the process could not reach the store or the store has lost its data. A
   * reservation that the store already holds counts once. If the store is younger than the latest report, points of
   * the report that no process has restored count as used until their period has passed.
   */
  restore(token: string, history: BudgetHistory): Promise<void>
  /** Reads the state without reserving anything. */
  look(token: string, windows: readonly BudgetWindow[]): Promise<BudgetState>
}

/** The share of each window that batch requests may take. */
export const batchShare = 0.8

/** The store forgets a refused request this long after it could have asked again. */
export const forgotten_ms = 5_000

/**
 * Maximum number of concurrent requests `ms` after a pause: one in the first second, then twice as many each second.
 */
export function slowStart(most: number, ms: number): number {
  return Math.min(most, 2 ** Math.min(30, Math.floor(ms / 1000)))
}

export interface BudgetOptions {
  /** Where requests are counted: `memoryBudget()`, `redisBudget(redis)` or `postgresBudget(pool)` of `ghx/budget`. */
  readonly store: BudgetStore
  /** `batch` leaves a fifth of each limit to `interactive`, the default. */
  readonly priority?: Priority
  /** A request that would have to wait longer fails at once; the client's `timeout_ms` by default. */
  readonly max_wait_ms?: number
  /**
   * Limits of a GitHub other than github.com, or of a token that leaves room for other tools. Hourly and
   * search limits in `x-ratelimit-limit` take precedence.
   */
  readonly limits?: Readonly<Partial<Record<BudgetLimit, number>>>
}

/** A limit, named after its window; `concurrency` is the number of concurrent requests. */
export type BudgetLimit =
  | "graphql_hour"
  | "core_hour"
  | "search_minute"
  | "code_search_minute"
  | "graphql_minute"
  | "rest_minute"
  | "creations_minute"
  | "creations_hour"
  | "concurrency"

import { count, type Optional, withDefaults } from "../input/index.js"
import type { ConcurrencyLimits } from "../traffic/index.js"

/** Maximum number of operations in one document. */
export interface BatchLimits {
  readonly queries: number
  /** Mutations that create something count twice. */
  readonly mutations: number
}

/** How many operations of a kind share a document of a client. GitHub's answers change it. */
export interface DocumentSize {
  now: number
  most: number
}

export type DocumentSizes = Readonly<Record<keyof BatchLimits, DocumentSize>>

/** The limits on requests in flight, with defaults. */
export function concurrencyLimits(
  concurrency: Optional<ConcurrencyLimits> = {},
): ConcurrencyLimits {
  const known = { requests: count, writes: count } as const
  return withDefaults("`concurrency`", concurrency, known, { requests: 100, writes: 10 })
}

/**
 * The sizes of a client's documents: the numbers of its caller, or defaults. Only the compiler knows what queries
 * cost, so mutations begin with few.
 */
export function documentSizes(batch: boolean | Optional<BatchLimits> = true): DocumentSizes {
  const known = { queries: count, mutations: count } as const
  const given = typeof batch === "object" ? batch : {}
  const usual = batch ? { queries: 200, mutations: 100 } : { queries: 1, mutations: 1 }
  const most = withDefaults("`batch`", given, known, usual)
  const sizeOf = (most: number, now = most): DocumentSize => ({ now, most })
  return {
    queries: sizeOf(most.queries),
    mutations: sizeOf(most.mutations, given.mutations ?? Math.min(most.mutations, 20)),
  }
}

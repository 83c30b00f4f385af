import { count, withDefaults } from "../input/index.js"
import type { ConcurrencyLimits } from "../traffic/index.js"

/** Maximum number of operations in one document. */
export interface BatchLimits {
  readonly queries: number
  /** Mutations that create something count twice. */
  readonly mutations: number
}

/** The limits on requests in flight, with defaults. */
export function concurrencyLimits(concurrency: Partial<ConcurrencyLimits> = {}): ConcurrencyLimits {
  const known = { requests: count, writes: count } as const
  return withDefaults("`concurrency`", concurrency, known, { requests: 100, writes: 10 })
}

/** The limits on operations in one document, with defaults. */
export function batchLimits(batch: boolean | Partial<BatchLimits> = true): BatchLimits {
  if (batch === false) return { queries: 1, mutations: 1 }
  const known = { queries: count, mutations: count } as const
  return withDefaults("`batch`", batch === true ? {} : batch, known, { queries: 20, mutations: 20 })
}

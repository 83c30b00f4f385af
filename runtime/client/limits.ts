import { checkOptions, type Known } from "../input/index.js"
import type { ConcurrencyLimits } from "../traffic/index.js"

/** Most operations in one document. */
export interface BatchLimits {
  readonly queries: number
  readonly mutations: number
}

/** How much may be under way at once. */
export function concurrencyLimits(concurrency: Partial<ConcurrencyLimits> = {}): ConcurrencyLimits {
  const known = { requests: true, writes: true } as const
  return positive("concurrency", known, { requests: 100, writes: 10, ...concurrency })
}

/** How much shares a document. */
export function batchLimits(batch: boolean | Partial<BatchLimits> = true): BatchLimits {
  if (batch === false) return { queries: 1, mutations: 1 }
  const known = { queries: true, mutations: true } as const
  return positive("batch", known, { queries: 20, mutations: 10, ...(batch === true ? {} : batch) })
}

/** Limits, all of which have to be whole numbers of at least 1. */
export function positive<Limits extends object>(
  option: string,
  known: Known<Limits>,
  limits: Limits,
): Limits {
  checkOptions(`\`${option}\``, limits, known)
  for (const [name, limit] of Object.entries(limits)) {
    if (Number.isInteger(limit) && limit > 0) continue
    throw new RangeError(`${option}.${name} must be a whole number of at least 1, not ${limit}`)
  }
  return limits
}

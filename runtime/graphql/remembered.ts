import type { Identified } from "../definition/index.js"
import { count, type Optional, withDefaults } from "../input/index.js"
import { monotonicNow } from "../timing/index.js"

/** How many lookup results a client remembers, and for how long. */
export interface CacheLimits {
  /** Maximum number of remembered answers; the least recently used one is removed first. 500 by default. */
  readonly max: number
  /** How long an answer is valid, 60,000 by default. */
  readonly ttl_ms: number
}

/** The part of the cache that the lookups of one call use. */
export interface Remembered {
  get(key: string): object | undefined
  /** The answer to a lookup, if an earlier result contains it. */
  identified?(lookup: string, variables: object): object | undefined
  set(key: string, data: object): void
}

/** The answers to a client's lookups, until a write may have invalidated them. */
export interface LookupCache extends CacheLimits {
  /** Dropped by such a write, so that late answers to earlier requests land in a cache that nobody reads. */
  answers?: Remembered | undefined
}

const defaults: CacheLimits = { max: 500, ttl_ms: 60_000 }

export function lookupCache(options: Optional<CacheLimits> | true): LookupCache {
  // The library needs whole milliseconds.
  const known = { max: count, ttl_ms: count } as const
  return withDefaults<CacheLimits>("`cache`", options === true ? {} : options, known, defaults)
}

/** Node ids from a client's results, which spare lookups of its later calls. */
export interface Identities extends Optional<CacheLimits> {
  /** Replaced after a write that may give a number or the name of a repository to another object. */
  known: Map<string, { readonly data: object; readonly at: number }>
}

export function remember(
  { known, max = 2_000 }: Identities,
  all: readonly Identified[] = [],
): void {
  const at = monotonicNow()
  for (const { lookup, variables, data } of all) {
    const key = identityKey(lookup, variables)
    known.delete(key)
    known.set(key, { data, at })
    if (known.size > max) known.delete(known.keys().next().value ?? key)
  }
}

export const identityKey = (lookup: string, variables: object) =>
  `${lookup} ${JSON.stringify(variables)}`

import type { LRUCache } from "lru-cache"
import { count, withDefaults } from "../input/index.js"

/** How much a client remembers of what its lookups found, and for how long. */
export interface CacheLimits {
  /** Most answers kept; the one that was not asked for longest goes first. 500 by default. */
  readonly max: number
  /** How long an answer is believed, 60,000 by default. */
  readonly ttl_ms: number
}

/** The part of the cache that the lookups of one call use. */
export interface Remembered {
  get(key: string): object | undefined
  /** The answer to a lookup that earlier results contain. */
  identified?(lookup: string, variables: object): object | undefined
  set(key: string, data: object): void
}

/** The answers to a client's lookups, until a write may have made them untrue. */
export interface LookupCache extends CacheLimits {
  /** Removed by such a write; answers to earlier requests then go to what nobody reads any more. */
  answers?: LRUCache<string, object> | undefined
}

const defaults: CacheLimits = { max: 500, ttl_ms: 60_000 }

export function lookupCache(options: Partial<CacheLimits> | true): LookupCache {
  // The library needs whole milliseconds.
  const known = { max: count, ttl_ms: count } as const
  return withDefaults<CacheLimits>("`cache`", options === true ? {} : options, known, defaults)
}

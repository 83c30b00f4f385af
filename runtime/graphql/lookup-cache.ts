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
export interface LookupCache {
  /** Opens it for one call, before the call sends anything. */
  open(): Promise<Remembered>
  /** Drops everything, including answers still in flight. */
  forget(): void
}

const defaults: CacheLimits = { max: 500, ttl_ms: 60_000 }

/** A bounded cache; the library behind it is loaded by the first call that has lookups. */
export function lookupCache(options: Partial<CacheLimits> | true): LookupCache {
  // The library needs whole milliseconds.
  const known = { max: count, ttl_ms: count } as const
  const given = options === true ? {} : options
  const { max, ttl_ms } = withDefaults<CacheLimits>("`cache`", given, known, defaults)
  let answers: LRUCache<string, object> | undefined
  return {
    async open() {
      if (answers) return answers
      const { LRUCache } = await import("lru-cache")
      answers ??= new LRUCache<string, object>({ max, ttl: ttl_ms })
      return answers
    },
    forget() {
      // Answers to requests from before a write may be outdated: they go to what nobody reads any more.
      answers = undefined
    },
  }
}

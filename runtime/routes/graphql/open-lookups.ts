import type { LookupCache, Remembered } from "../../graphql/index.js"

/** Opens a cache for the lookups of one call; the library behind it is loaded by the first. */
export async function openLookups(cache: LookupCache): Promise<Remembered> {
  if (cache.answers) return cache.answers
  const { LRUCache } = await import("lru-cache")
  cache.answers ??= new LRUCache<string, object>({ max: cache.max, ttl: cache.ttl_ms })
  return cache.answers
}

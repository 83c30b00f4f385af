import type { LookupCache, Remembered } from "../../graphql/index.js"

/** Opens a cache for the lookups of one call. Its library is loaded by the first lookup. */
export async function openLookups(cache: LookupCache): Promise<Remembered> {
  if (cache.answers) return cache.answers
  const { LRUCache } = await import("lru-cache")
  cache.answers ??= new LRUCache<string, object>({ max: cache.max, ttl: cache.ttl_ms })
  return cache.answers
}

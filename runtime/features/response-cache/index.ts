import type { ClientFeature } from "../../client/index.js"
import type { ResponseStore } from "../../http/index.js"
import type { ResponseCache } from "./response-cache.js"

export type { CachedResponse, ResponseCache } from "./response-cache.js"

/**
 * Caches REST reads, and revalidates them. Its code is loaded by the first REST read; if that fails, nothing is
 * cached.
 */
export function responseCache(cache: ResponseCache): ClientFeature {
  let store: ResponseStore | undefined
  const responses = async () => {
    const loaded = await import("./response-cache.js").catch(() => undefined)
    store ??= loaded?.responseStore(cache)
    return store
  }
  return { name: "response cache", rank: 0, connect: () => ({ responses }) }
}

import type { ResponseCache, ResponseStore } from "./response-cache.js"

/** The store of a cache. What it takes is loaded by the first read over REST; without it nothing is saved. */
export function responseStoreOf(cache: ResponseCache): () => Promise<ResponseStore | undefined> {
  let store: ResponseStore | undefined
  return async () => {
    const loaded = await import("./response-cache.js").catch(() => undefined)
    store ??= loaded?.responseStore(cache)
    return store
  }
}

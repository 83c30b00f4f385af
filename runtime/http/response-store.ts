import type { ResponseCache, ResponseStore } from "./response-cache.js"

/** The store of a cache, loaded by the first REST read; without it nothing is saved. */
export function responseStoreOf(cache: ResponseCache): () => Promise<ResponseStore | undefined> {
  let store: ResponseStore | undefined
  return async () => {
    const loaded = await import("./response-cache.js").catch(() => undefined)
    store ??= loaded?.responseStore(cache)
    return store
  }
}

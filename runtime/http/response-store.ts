import type { ResponseCache, ResponseStore } from "./response-cache.js"

/** Makes the store of a cache. Its module is loaded by the first REST read; if that fails, nothing is cached. */
export function responseStoreOf(cache: ResponseCache): () => Promise<ResponseStore | undefined> {
  let store: ResponseStore | undefined
  return async () => {
    const loaded = await import("./response-cache.js").catch(() => undefined)
    store ??= loaded?.responseStore(cache)
    return store
  }
}

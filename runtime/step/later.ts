/** What is loaded when it is first needed. What could not be loaded is asked for again by the next call. */
export function later<T>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: { readonly value: T } | undefined
  return () =>
    loaded
      ? loaded.value
      : load().then((value) => {
          loaded = { value }
          return value
        })
}

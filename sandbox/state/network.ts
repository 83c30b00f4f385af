import type { Repository, Store } from "../tables/index.js"

/** The repository at the root of a fork network, and all its forks. */
export function inNetwork(store: Store, repository: Repository): Repository[] {
  const parent = store.find("repositories", repository.parentId)
  if (parent) return inNetwork(store, parent)
  const below = (one: Repository): Repository[] => [
    one,
    ...store.rowsBy("repositories", "parent", one.id).flatMap(below),
  ]
  return below(repository)
}

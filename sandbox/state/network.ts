import { find, type Repository, rowsBy, type Store } from "../tables/index.js"

/** The repository at the root of a fork network, and all its forks. */
export function inNetwork(store: Store, repository: Repository): Repository[] {
  const parent = find(store, "repositories", repository.parentId)
  if (parent) return inNetwork(store, parent)
  const below = (one: Repository): Repository[] => [
    one,
    ...rowsBy(store, "repositories", "parent", one.id).flatMap(below),
  ]
  return below(repository)
}

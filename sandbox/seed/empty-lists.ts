import { EMPTY_LISTS, type EmptyList } from "../tables/index.js"

type Kind = keyof typeof EMPTY_LISTS

/** The lists that the seed declares empty. */
export const emptyListsOf = (kind: Kind, seed: object): EmptyList[] =>
  EMPTY_LISTS[kind].filter((name) => Reflect.get(seed, name) !== undefined)

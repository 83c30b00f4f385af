import { EMPTY_LISTS, type EmptyList } from "../tables/index.js"

type Kind = keyof typeof EMPTY_LISTS

/** Those that the seed names. */
export const emptyListsOf = (kind: Kind, seed: object): EmptyList[] =>
  EMPTY_LISTS[kind].filter((name) => Reflect.get(seed, name) !== undefined)

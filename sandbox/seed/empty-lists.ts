import { EMPTY_LISTS, type EmptyList } from "../state/empty-lists.js"

type Kind = keyof typeof EMPTY_LISTS

/** All of them, empty. */
export const nothingIn = <Of extends Kind>(kind: Of) =>
  Object.fromEntries(EMPTY_LISTS[kind].map((name) => [name, []])) as {
    [Name in (typeof EMPTY_LISTS)[Of][number]]: never[]
  }

/** Those that the seed names. */
export const emptyListsOf = (kind: Kind, seed: object): EmptyList[] =>
  EMPTY_LISTS[kind].filter((name) => Object.hasOwn(seed, name))

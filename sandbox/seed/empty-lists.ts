import { Type } from "typebox"
import { EMPTY_LISTS, type EmptyList } from "../tables/index.js"

type Kind = keyof typeof EMPTY_LISTS

/** That there are none of something whose content is not modelled. */
export const none = Type.Array(Type.Never(), { maxItems: 0 })

const emptyList = Type.Optional(none)

/** A property for each list that can only be said to be empty. */
export const emptyLists = <Of extends Kind>(kind: Of) =>
  Object.fromEntries(EMPTY_LISTS[kind].map((name) => [name, emptyList])) as {
    [Name in (typeof EMPTY_LISTS)[Of][number]]: typeof emptyList
  }

/** All of them, empty. */
export const nothingIn = <Of extends Kind>(kind: Of) =>
  Object.fromEntries(EMPTY_LISTS[kind].map((name) => [name, []])) as {
    [Name in (typeof EMPTY_LISTS)[Of][number]]: never[]
  }

/** Those that the seed names. */
export const emptyListsOf = (kind: Kind, seed: object): EmptyList[] =>
  EMPTY_LISTS[kind].filter((name) => Object.hasOwn(seed, name))

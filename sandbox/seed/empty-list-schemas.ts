import { Type } from "typebox"
import { EMPTY_LISTS } from "../tables/index.js"

/** An empty list, of a kind whose items are not modelled. */
export const none = Type.Array(Type.Never(), { maxItems: 0 })

const emptyList = Type.Optional(none)

/** A property for each list that can only be declared empty. */
export const emptyLists = <Of extends keyof typeof EMPTY_LISTS>(kind: Of) =>
  Object.fromEntries(EMPTY_LISTS[kind].map((name) => [name, emptyList])) as {
    [Name in (typeof EMPTY_LISTS)[Of][number]]: typeof emptyList
  }

/** What a route need not ask for, by its place in the answer: the file `generated/fields/ID.json`. */
import type { RouteType } from "../envelope/index.js"

/**
 * The parts of the answers of each route that some output fields do without: over GraphQL selections, over
 * REST whole answers by the names of their endpoints, of gh what it prints of `jsonFields`.
 */
export type Prunable = Partial<Readonly<Record<RouteType, PrunableByPath>>>

/**
 * By the place that they are in, the names of parts. A place is a path of names, `repository.issues.nodes`,
 * in which items of lists stand where their lists do.
 */
export type PrunableByPath = Readonly<Record<string, Readonly<Record<string, PrunableObject>>>>

/**
 * - the output fields of which none is wanted where it is left out;
 * - what stands in for it, so that the mapping of the other fields still has what its types promise; null
 *   unless given;
 * - which objects of several types have it: those of these types, by `__typename`, or, where anything is asked
 *   of one type alone (`true`), those that have anything;
 * - where the document does not select `__typename` of all of them, so that one is added to what is asked for
 *   in its place, the types of which it does.
 */
export type PrunableObject = readonly [
  fields: readonly string[],
  stand_in?: unknown,
  of?: readonly string[] | true,
  told?: readonly string[],
]

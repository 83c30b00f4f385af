/**
 * The prunable parts of a route's documents, by their path in the answer: from the file `generated/fields/ID.json`.
 */
import type { RouteType } from "../envelope/index.js"

/**
 * The parts of each route's answers that some output fields do not need: GraphQL selections, whole REST
 * answers by endpoint name, and `jsonFields` of gh.
 */
export type Prunable = Partial<Readonly<Record<RouteType, PrunableByPath>>>

/**
 * The prunable parts, by the path of their parent and by their name. A path consists of names only, such as
 * `repository.issues.nodes`: an item has the path of its list.
 */
export type PrunableByPath = Readonly<Record<string, Readonly<Record<string, PrunableObject>>>>

/**
 * - output fields: the part is pruned if none of these is wanted;
 * - a replacement value, so that the mapping of other fields keeps its types; null by default;
 * - the types that have it, for objects of several types: by `__typename`, or, if only one type is selected
 *   (`true`), the objects that have anything;
 * - the types that select `__typename`, if not all do: it is added where a part is pruned.
 */
export type PrunableObject = readonly [
  fields: readonly string[],
  stand_in?: unknown,
  of?: readonly string[] | true,
  typed?: readonly string[],
]

import type { RouteType } from "../envelope/index.js"

/** Metadata about the parts of answers: the file `generated/fields/ID.json`. */
export interface AnswerParts extends Prunable {
  readonly texts?: Partial<Readonly<Record<RouteType, AnswerTexts>>>
  /** How to find out whether a non-idempotent write was applied. */
  readonly reconcile?: Reconcile
}

/** The paths in a route's answers of text that people write: titles, bodies, comments. */
export interface AnswerTexts {
  /** The free-text fields of each object, by the object's path in the answer, as in {@link Prunable}. */
  readonly at?: Readonly<Record<string, TextNames>>
  /** Output fields composed of free text, rather than copied. */
  readonly composed?: readonly string[]
}

export interface TextNames {
  /** Free-text fields; the answer contains the author's association with the repository. */
  readonly attributed?: readonly string[]
  /** Free-text fields whose author's association is unknown. */
  readonly unattributed?: readonly string[]
  /** The types with an association, if other types have fields with the same names. */
  readonly on?: readonly string[]
}

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
 * - a replacement value, so that the mapping of other fields keeps its types; null by default;
 * - output fields: the part is pruned if none of these is wanted; by default its namesake;
 * - the types that have it, for objects of several types: by `__typename`, or, if only one type is selected
 *   (`true`), the objects that have anything;
 * - the types that select `__typename`, if not all do: it is added where a part is pruned.
 */
export type PrunableObject = readonly [
  stand_in?: unknown,
  fields?: readonly string[] | null,
  of?: readonly string[] | true,
  typed?: readonly string[],
]

/** The output field with the name of a part: `createdAt` → `created_at`. */
export function namesakeOf(part: string): string {
  return part.replace(/[A-Z]/g, "_$&").toLowerCase()
}

/**
 * The compiled `reconcile` of a card, as plain data. There are four ways: look for the result, check that the object
 * is gone (`gone`), send again because GitHub refuses a second application (`again`), or none, with the reason
 * (`none`).
 */
export type Reconcile =
  | ReconcileByLooking
  | ReconcileByRest
  | { readonly gone: true; readonly into?: readonly string[] }
  | { readonly again: true }
  | { readonly none: string }

/** Looks for the result over GraphQL. */
export interface ReconcileByLooking {
  /** A query with some of the mutation's variables, and with `before` if it pages. */
  readonly document: string
  /** The variables of the mutation that the query uses. */
  readonly variables: readonly string[]
  /** The path of the object, or list of objects, in an answer. */
  readonly path: readonly string[]
  /** The path of the object in the mutation's answer, from which the result is mapped. */
  readonly into: readonly string[]
  /** The input that carries a marker, by which objects are identified. */
  readonly marker?: string
  readonly where?: Conditions
  /** The write creates an object of that name, so an object that existed before is not its result. */
  readonly makes?: true
}

/** Looks for the result over REST. */
export interface ReconcileByRest {
  readonly get: string
  /** Name of the response that contains the object. The result is mapped from it. */
  readonly as: string
  readonly where?: Conditions
  readonly makes?: true
}

/**
 * Conditions by path: a value, `$name` for a variable or input (no condition if it is absent), `{ not: …
 * }`, `{ absent: true }`, or a value in the form that GitHub stores: `{ file_name: $name }`, `{ repo_name: $name }`,
 * `{ lower: $color }`. A list matches if one of its items does.
 */
export type Conditions = Readonly<Record<string, unknown>>

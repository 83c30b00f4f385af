/** How to find out whether a write was applied: in `generated/fields/ID.json`. */

/**
 * The compiled `reconcile` of a card, as plain data. Either the result is looked for, or the object must be gone
 * (`gone`), or GitHub refuses a second write (`again`), or there is no way to find out, for the reason given
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
 * }`, or `{ absent: true }`. A list matches if one of its items does.
 */
export type Conditions = Readonly<Record<string, unknown>>

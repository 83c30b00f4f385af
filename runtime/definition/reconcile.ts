/** How to find out whether a write was applied: in `generated/fields/ID.json`. */

/**
 * The compiled `reconcile` of a card, as plain data. The result is looked for, or removed (`gone`), or
 * GitHub refuses a second write (`again`), or nothing tells, with a reason (`none`).
 */
export type Reconcile =
  | ReconcileByLooking
  | ReconcileByRest
  | { readonly gone: true; readonly into?: readonly string[] }
  | { readonly again: true }
  | { readonly none: string }

/** Looks over GraphQL. */
export interface ReconcileByLooking {
  /** A query, with some of the variables of the mutation; `before` where it pages. */
  readonly document: string
  /** The variables of the mutation that it has. */
  readonly variables: readonly string[]
  /** The path of the object, or list of objects, in an answer. */
  readonly path: readonly string[]
  /** Where the mutation's answer has the thing: its result is mapped from there. */
  readonly into: readonly string[]
  /** The input that carries a marker, by which objects are identified. */
  readonly marker?: string
  readonly where?: Conditions
  /** The write creates an object of that name, so an existing one is not its result. */
  readonly makes?: true
}

/** Looks over REST. */
export interface ReconcileByRest {
  readonly get: string
  /** Name of the response that has the thing: its result is mapped from there. */
  readonly as: string
  readonly where?: Conditions
  readonly makes?: true
}

/**
 * Conditions by path: a value, `$name` for a variable or input (no condition if it is absent), `{ not: …
 * }`, or `{ absent: true }`. A list matches if one of its items does.
 */
export type Conditions = Readonly<Record<string, unknown>>

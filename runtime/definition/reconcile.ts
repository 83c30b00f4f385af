/** How it is told whether a write was carried out: in `generated/fields/ID.json`. */

/**
 * What a card says of it, made ready: plain data. It is looked for; or it removes something, which GitHub then
 * does not find (`gone`); or GitHub refuses it a second time (`again`); or nobody can tell, and why (`none`).
 */
export type Reconcile =
  | ReconcileByLooking
  | ReconcileByRest
  | { readonly gone: true; readonly into?: readonly string[] }
  | { readonly again: true }
  | { readonly none: string }

/** What is to be there is read over GraphQL. */
export interface ReconcileByLooking {
  /** A query, with some of the variables of the mutation; `before` where it pages. */
  readonly document: string
  /** The variables of the mutation that it has. */
  readonly variables: readonly string[]
  /** Where in an answer the thing is, or the list of things. */
  readonly path: readonly string[]
  /** Where the mutation's answer has the thing: its result is mapped from there. */
  readonly into: readonly string[]
  /** The input that a marker is put into; things are then known by it. */
  readonly marker?: string
  readonly where?: Conditions
  /** It makes something of that name: what was there before is not it. */
  readonly makes?: true
}

/** What is to be there is read over REST. */
export interface ReconcileByRest {
  readonly get: string
  /** Name of the response that has the thing: its result is mapped from there. */
  readonly as: string
  readonly where?: Conditions
  readonly makes?: true
}

/**
 * By paths of a thing, what is to be there: a value, `$name` for the variable or input of
 * that name (no condition where it is not given), `{ not: … }` for none of that, `{ absent: true }` for nothing. A list meets what one of its
 * items meets.
 */
export type Conditions = Readonly<Record<string, unknown>>

/** How GraphQL carries out a capability. */

/** A half-open range of character offsets in a document. */
export type Range = readonly [start: number, end: number]

/** Where the pieces of a document stand from which documents of several operations are concatenated. */
export interface OperationParts {
  /** The variable definitions, without their parentheses. */
  readonly variables: Range
  /** The selection set of the operation, without its braces. */
  readonly selections: Range
  readonly fragments: readonly Range[]
  /** Where a name begins that has to be unique: variables, fragments, aliases of root fields. */
  readonly names: readonly number[]
  /** Where a root field begins that needs an alias. */
  readonly roots: readonly number[]
}

/** A fragment that documents share. */
export interface GraphqlFragment {
  readonly name: string
  /** The fragment as written in `operations/shapes/`. */
  readonly document: string
  /** The shared fragments that it spreads. */
  readonly fragments?: readonly GraphqlFragment[]
}

/** One GraphQL document with exactly one operation. */
export interface GraphqlOperation {
  readonly type: "query" | "mutation"
  readonly name: string
  /** The document as written in `operations/`; alone it is sent byte for byte, with the fragments that it spreads. */
  readonly document: string
  /** The shared fragments that it spreads. */
  readonly fragments?: readonly GraphqlFragment[]
  /** Its failure would null its siblings, or a root field can have no alias: it is never merged. */
  readonly isolated?: boolean
  /** What merging needs; an isolated operation has none. */
  readonly parts?: OperationParts
}

/**
 * A query that turns names into what a mutation needs, most often node ids.
 *
 * Members are methods because each generated look-up names its own data type.
 */
export interface Lookup<Input> {
  readonly operation: GraphqlOperation
  /** What the look-up finds, for the message when it finds nothing: `label`. */
  readonly subject: string
  /** It finds one of a list. */
  readonly among?: Among
  /** The values to look up one by one; absent for a single look-up. `undefined` and `null` skip it and pass on. */
  foreach?(input: Input): readonly unknown[] | null | undefined
  /**
   * Variables of one query; `undefined` where an optional input is absent, `null` where it is null: both
   * skip it. `after` is the cursor of the page that is asked for, `undefined` for the first.
   */
  variables(input: Input, item: unknown, after: string | undefined): object | null | undefined
  /** The value found, or null; of one `among` others, all that was found in an answer. */
  result(data: unknown, input: Input, item: unknown): unknown
}

/** How one of a list is found. */
export interface Among {
  /** The inputs that say which one. */
  readonly by: readonly string[]
  /** Where the connection goes on that an answer has a page of; absent where it has the whole list. */
  page?(data: unknown): GraphqlPage | null | undefined
  /** After so many pages it is not looked for any further. */
  readonly most_pages?: number
}

/** `pageInfo` of a connection. */
export interface GraphqlPage {
  readonly hasNextPage: boolean
  readonly endCursor: string | null
}

/** How GraphQL carries out a capability. */
export interface GraphqlRoute<Input, Output> {
  readonly operation: GraphqlOperation
  readonly lookups?: Readonly<Record<string, Lookup<Input>>>
  /** What it writes was decided by what look-ups found: it is never sent again but from there. */
  readonly decided?: true
  variables(input: Input, lookups: unknown): object
  /** What `output` looks for in the response, for the message when it is not there: `repository.issue`. */
  readonly result: string
  /** The mapped result; null when the response does not hold it. */
  output(data: unknown, input: Input, lookups: unknown): Output | null
}

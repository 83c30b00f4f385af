/** The GraphQL route of a capability. */

/** A half-open range of character offsets in a document. */
export type Range = readonly [start: number, end: number]

/** Offsets of a document's parts, from which merged documents are concatenated. */
export interface OperationParts {
  /** The variable definitions, without their parentheses. */
  readonly variables: Range
  /** The selection set of the operation, without its braces. */
  readonly selections: Range
  /** The document's own fragments. */
  readonly fragments?: readonly Range[]
  /** Offsets of names that must be unique: variables, fragments, aliases of root fields. */
  readonly names: readonly number[]
  /** Offsets of root fields that need an alias. */
  readonly roots: readonly number[]
}

/** A fragment that several documents share. */
export interface GraphqlFragment {
  readonly name: string
  /** The fragment as written in `operations/shapes/`. */
  readonly document: string
  /** The shared fragments that it uses. */
  readonly fragments?: readonly GraphqlFragment[]
}

/** One GraphQL document with exactly one operation. */
export interface GraphqlOperation {
  readonly type: "query" | "mutation"
  readonly name: string
  /**
   * The document as written in `operations/`. An operation that is sent alone is sent byte for byte, followed by the
   * fragments that it uses.
   */
  readonly document: string
  /** The shared fragments that it uses. */
  readonly fragments?: readonly GraphqlFragment[]
  /** Never merged, because a failure would make its siblings null, or because a root field cannot have an alias. */
  readonly isolated?: boolean
  /** Offsets for merging; an isolated operation has none. */
  readonly parts?: OperationParts
  /**
   * How many requests the primary limit counts for the connections of the document, at a hundred per point: a fixed
   * number, and a number for each item of the page that `$first` requests. Absent if they are few.
   */
  readonly requests?: readonly [fixed: number, each: number]
  /** A mutation for which GitHub needs much time. It counts as two mutations of a document. */
  readonly slow?: boolean
  /** The operations that were merged into it. */
  readonly merged?: readonly OperationCall[]
}

/** An operation with its variables. */
export interface OperationCall {
  readonly operation: GraphqlOperation
  readonly variables: object
}

/**
 * A query that resolves names to values that a mutation needs, usually node ids.
 *
 * Members are methods because each generated lookup has its own data type.
 */
export interface Lookup<Input> {
  readonly operation: GraphqlOperation
  /** The kind of object to find, for the message if there is none: `label`. */
  readonly subject: string
  /** Whether the value is null if nothing is found, instead of failing the call. */
  readonly optional?: boolean
  /** Set if the lookup selects one item of a list. */
  readonly among?: Among
  /**
   * The values to look up one by one; absent for a single lookup. `undefined` and `null` skip the lookup and become
   * its value.
   */
  foreach?(input: Input): readonly unknown[] | null | undefined
  /**
   * Variables of one query; `undefined` or `null` if an optional input is absent or null, which skips the lookup.
   * `after` is the cursor of the page, `undefined` for the first.
   */
  variables(input: Input, item: unknown, after: string | undefined): object | null | undefined
  /** The value found, or null. With `among`, everything that one answer contains. */
  result(data: unknown, input: Input, item: unknown): unknown
}

/** How one item of a list is selected. */
export interface Among {
  /** The inputs that select the item. */
  readonly by: readonly string[]
  /** The page info of a connection; absent if the answer has the whole list. */
  page?(data: unknown): GraphqlPage | null | undefined
  /** Maximum number of pages to search. */
  readonly most_pages?: number
}

/** The `pageInfo` of a connection. */
export interface GraphqlPage {
  readonly hasNextPage: boolean
  readonly endCursor: string | null
}

/** The GraphQL route of a capability. */
export interface GraphqlRoute<Input, Output> {
  readonly operation: GraphqlOperation
  readonly lookups?: Readonly<Record<string, Lookup<Input>>>
  /** Set if lookups decide what the mutation writes. A retry then starts from the lookups. */
  readonly decided?: true
  variables(input: Input, lookups: unknown): object
  /** The object that `output` reads, for the message if it is missing: `repository.issue`. */
  readonly result: string
  /** The mapped result; null if the response does not contain it. */
  output(data: unknown, input: Input, lookups: unknown): Output | null
}

/** The GraphQL route of a capability. */

/** A half-open range of character offsets in a document. */
export type Range = readonly [start: number, end: number]

/** Offsets of a document's parts, from which merged documents are concatenated. */
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
  /** Offsets for merging; an isolated operation has none. */
  readonly parts?: OperationParts
  /**
   * The requests that GitHub's primary limit counts for its connections, a hundred per point: fixed, and
   * per item of the page that `$first` requests. Absent if they are few.
   */
  readonly requests?: readonly [fixed: number, each: number]
  /** A mutation that GitHub takes long for; it takes two of the places for mutations in a document. */
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
 * A query that resolves names to what a mutation needs, usually node ids.
 *
 * Members are methods because each generated lookup has its own data type.
 */
export interface Lookup<Input> {
  readonly operation: GraphqlOperation
  /** What the lookup finds, for the message if there is none: `label`. */
  readonly subject: string
  /** Where it finds nothing, its value is null. */
  readonly optional?: boolean
  /** It finds one of a list. */
  readonly among?: Among
  /** The values to look up one by one; absent for a single lookup. `undefined` and `null` skip it and pass on. */
  foreach?(input: Input): readonly unknown[] | null | undefined
  /**
   * Variables of one query; `undefined` or `null` skip it, if an optional input is absent or null. `after`
   * is the cursor of the page, `undefined` for the first.
   */
  variables(input: Input, item: unknown, after: string | undefined): object | null | undefined
  /** The value found, or null; of one `among` others, all that was found in an answer. */
  result(data: unknown, input: Input, item: unknown): unknown
}

/** How one of a list is found. */
export interface Among {
  /** The inputs that say which one. */
  readonly by: readonly string[]
  /** The cursor of a connection of which the answer has one page; absent if the answer has the whole list. */
  page?(data: unknown): GraphqlPage | null | undefined
  /** The search ends after this many pages. */
  readonly most_pages?: number
}

/** `pageInfo` of a connection. */
export interface GraphqlPage {
  readonly hasNextPage: boolean
  readonly endCursor: string | null
}

/** The GraphQL route of a capability. */
export interface GraphqlRoute<Input, Output> {
  readonly operation: GraphqlOperation
  readonly lookups?: Readonly<Record<string, Lookup<Input>>>
  /** Lookups decide what it writes, so a retry starts from the lookups. */
  readonly decided?: true
  variables(input: Input, lookups: unknown): object
  /** The object that `output` reads, for the message if it is missing: `repository.issue`. */
  readonly result: string
  /** The mapped result; null when the response does not hold it. */
  output(data: unknown, input: Input, lookups: unknown): Output | null
}

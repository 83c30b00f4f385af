/** What a generated module tells the runtime about one capability. Plain data and pure functions. */
import type { RouteType } from "./envelope.js"

/** `read` changes nothing, `write` changes something, `destroy` cannot be taken back. */
export type Effect = "read" | "write" | "destroy"

/** The JSON Schema (2020-12) keywords a contract may use. */
export interface JsonSchema {
  readonly type?: JsonType | readonly JsonType[]
  readonly description?: string
  readonly deprecated?: boolean
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: string | number | boolean | null
  readonly default?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

export type JsonType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null"

/** `Input` after the defaults of the input schema were applied to the properties `Key`. */
export type WithDefaults<Input, Key extends keyof Input> = Input & {
  [K in Key]-?: Exclude<Input[K], undefined>
}

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

/** One GraphQL document with exactly one operation. */
export interface GraphqlOperation {
  readonly type: "query" | "mutation"
  readonly name: string
  /** The document as written in `operations/`, sent byte for byte when it travels alone. */
  readonly document: string
  /** Selects a non-null root field: its failure would null its siblings, so it is never merged. */
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
  /** The values to look up one by one; absent for a single look-up. `undefined` and `null` skip it and pass on. */
  foreach?(input: Input): readonly unknown[] | null | undefined
  /** Variables of one query; `undefined` where an optional input is absent, `null` where it is null: both skip it. */
  variables(input: Input, item: unknown): object | null | undefined
  /** The value found, or null. */
  result(data: unknown, input: Input): unknown
}

/** How GraphQL carries out a capability. */
export interface GraphqlRoute<Input, Output> {
  readonly operation: GraphqlOperation
  readonly lookups?: Readonly<Record<string, Lookup<Input>>>
  variables(input: Input, lookups: unknown): object
  /** What `output` looks for in the response, for the message when it is not there: `repository.issue`. */
  readonly result: string
  /** The mapped result; null when the response does not hold it. */
  output(data: unknown, input: Input, lookups: unknown): Output | null
}

/** What one REST endpoint is asked. */
export interface RestRequest {
  /** Values of the `{names}` in the path, percent-encoded when they are put in. */
  readonly path: Readonly<Record<string, string | number | undefined>>
  /** Absent values are left out; a list becomes repeated names. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Absent values are left out, null stays null. */
  readonly body?: object
}

/** A GET that finds what the endpoints need, or ends the call with `NOT_FOUND`. */
export interface RestLookup<Input> {
  readonly path: string
  /** What the look-up finds, for the message when it finds nothing: `label`. */
  readonly subject: string
  /** What is not found is left out, instead of ending the call. */
  readonly optional?: boolean
  /** The values to look up one by one; absent for a single look-up. `undefined` and `null` skip it and pass on. */
  foreach?(input: Input): readonly unknown[] | null | undefined
  /** `undefined` where an optional input is absent, `null` where it is null: both skip it. */
  request(input: Input, item: unknown): RestRequest | null | undefined
  /** The value found, or null. */
  result(answer: unknown, input: Input, item: unknown): unknown
}

/** One request of a REST route, or one for each value of a list. */
export interface RestEndpoint<Input> {
  /** Name of its response for later endpoints and for the result; with `foreach`, of all of them. */
  readonly as: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** `/repos/{owner}/{repo}/issues/{issue_number}`; a part in brackets is left out without its values. */
  readonly path: string
  /** Media type of the answer; with another than JSON the response is text. */
  readonly accept?: string
  /** A 404 is no failure: what was to be there is gone already, or is not needed. */
  readonly optional?: boolean
  /** A list's endpoint: it is asked for one page, and its `Link` header says whether there are more. */
  readonly paged?: true
  foreach?(input: Input, responses: unknown): readonly unknown[] | null | undefined
  /** What is asked; `each` is the item of `foreach`, or the number of the page. */
  request(input: Input, responses: unknown, each: unknown): RestRequest
}

/** How REST carries out a capability: look-ups, endpoints in order, then the mapped result. */
export interface RestRoute<Input, Output> {
  /** Run side by side before the first endpoint; `responses.lookups` holds what they found. */
  readonly lookups?: Readonly<Record<string, RestLookup<Input>>>
  readonly endpoints: readonly RestEndpoint<Input>[]
  /** What `output` looks for, for the message when it is not there. */
  readonly result: string
  /** The mapped result; null when the responses, by the names of their endpoints, do not hold it. */
  output(responses: unknown, input: Input, pageInfo: PageInfoOf): Output | null
}

/** The `page_info` of the paged endpoint's answer, which counts all items and may say that some are missing. */
export type PageInfoOf = (total_count: number, incomplete?: boolean) => PageInfo

/** A flag's value: text and numbers as they are, `true` alone, a list as repeated flags; the rest is left out. */
export type FlagValue = string | number | boolean | readonly (string | number)[] | null | undefined

/** What was printed before: values of look-ups by their names, and the text of the first command. */
export interface EarlierOutput {
  readonly lookups: Readonly<Record<string, unknown>>
  readonly first: string
}

/** One `gh` command. Members are methods because each generated command names its own types. */
export interface CliCommand<Input> {
  /** `["issue", "view"]` */
  readonly command: readonly string[]
  /** Fields for `--json`; without them the command prints no JSON. */
  readonly jsonFields?: readonly string[]
  /** Positionals, passed after `--`. */
  arguments?(input: Input, earlier: unknown): readonly (string | number)[]
  /** Flags by name, without dashes. */
  flags?(input: Input, earlier: unknown): Readonly<Record<string, FlagValue>>
}

/** A command that reads, and ends the call with `NOT_FOUND` where its result is null. */
export interface CliLookup<Input> extends CliCommand<Input> {
  /** What the look-up finds, for the message when it finds nothing: `issue`. */
  readonly subject: string
  result(printed: unknown): unknown
}

/** How the real `gh` carries out a capability. */
export interface CliRoute<Input, Output> extends CliCommand<Input> {
  /** Run side by side before the command. */
  readonly lookups?: Readonly<Record<string, CliLookup<Input>>>
  /** A second command that reads the result, for commands that print no JSON. */
  readonly then?: CliCommand<Input>
  readonly result: string
  /** The mapped result; null when what was printed last does not hold it. */
  output(printed: unknown, input: Input, earlier: unknown): Output | null
}

/** A call as the rules of routing see it. */
export interface RoutedCall<Input> {
  readonly params: Input
  readonly env: {
    /** `github.com`, or the host of an Enterprise Server. */
    readonly host: string
  }
}

/** A rule that prefers or excludes a route. */
export interface RoutingRule<Input> {
  readonly prefer?: RouteType
  readonly exclude?: RouteType
  /** Why, for whoever asks for the route in vain. */
  readonly reason: string
  /** Whether the rule holds; absent where it always does. */
  when?(call: RoutedCall<Input>): boolean
}

/** Everything the runtime knows about one capability. */
export interface CapabilityDefinition<Id extends string, Input, Output> {
  readonly id: Id
  readonly version: string
  readonly effect: Effect
  /** Running it twice leaves what running it once leaves. */
  readonly idempotent: boolean
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** Routes in order of preference. */
  readonly routes: readonly RouteType[]
  /** Applied in order. */
  readonly suitability?: readonly RoutingRule<Input>[]
  readonly graphql?: GraphqlRoute<Input, Output>
  readonly rest?: RestRoute<Input, Output>
  readonly cli?: CliRoute<Input, Output>
}

/** One page of a list capability. */
export interface Page<Item> {
  items: Item[]
  total_count: number
  page_info: PageInfo
}

/** Whether a list goes on. There may be more without a cursor: what GitHub counts and does not show. */
export interface PageInfo {
  has_next_page: boolean
  end_cursor: string | null
}

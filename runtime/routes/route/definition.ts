/** What is executed: a definition with the features of the runtime that it needs, a call of it, and a route. */
import type { Client, Sendable } from "../../client/index.js"
import type {
  AnswerParts,
  CapabilityDefinition,
  CliRoute,
  ContractFile,
  GraphqlRoute,
  Identified,
  JsonSchema,
  PageInfo,
  RareKeywords,
  Reconcile,
  RestRoute,
  RoutingRule,
} from "../../definition/index.js"
import type { ResultWarning, RouteType, ValidationIssue } from "../../envelope/index.js"
import type { Failure, ResponseHeaders } from "../../errors/index.js"
import type { GraphqlTransport } from "../../graphql/index.js"
import type { Http, Reader } from "../../http/index.js"
import type { Scope } from "../../timing/index.js"
import type {
  DecidedAttempt,
  DecidedCall,
  DecidedWrites,
  GraphqlAllPages,
  GraphqlLookups,
  GraphqlPages,
  GraphqlSearch,
  GraphqlWrites,
  RestAllPages,
  RestLookups,
  RestPages,
  RestPolling,
  Scoped,
} from "./features.js"
import type { Writes } from "./writes.js"

/**
 * Optional features of the runtime, by name. A generated module imports those that it needs, so that bundles contain
 * no others.
 */
export interface Features {
  readonly graphqlLookups?: GraphqlLookups
  readonly graphqlPages?: GraphqlPages
  readonly graphqlAllPages?: GraphqlAllPages
  readonly graphqlSearch?: GraphqlSearch
  readonly graphqlWrites?: GraphqlWrites
  readonly decidedWrites?: DecidedWrites
  readonly writes?: Writes
  readonly restLookups?: RestLookups
  readonly restPages?: RestPages
  readonly restCursors?: RestPages
  readonly restAllPages?: RestAllPages
  readonly restPolling?: RestPolling
  readonly restTexts?: Reader
  readonly restBytes?: Reader
  readonly restPresence?: Reader
  /** The failure of a token whose known scopes would be denied. */
  readonly tokenScopes?: (route: Scoped, client: Client) => Failure | undefined
  /** Loads the module for `seal` in a body; returns the failure if that is impossible. */
  readonly restSealing?: (id: string) => Promise<Failure | undefined>
  /** The route over gh. */
  readonly cliRoute?: Route
  readonly rareKeywords?: RareKeywords
  /** An issue for each node id in an input that belongs to a type other than its schema's. */
  nodeIds?(schema: JsonSchema, input: unknown): ValidationIssue[]
  /** Warnings for content of a result that is not what GitHub stores. */
  contentWarnings?(output: JsonSchema, result: unknown): ResultWarning[]
  /** Whether a write is destructive with an input. */
  isDestructive?(call: Sendable, input: unknown): boolean
  /** The repositories to which a search is limited; undefined if that is unknown. */
  searchedRepositories?(call: Sendable, input: unknown): string[] | undefined
  /** Issues for rules over several properties. */
  requirements?(schema: JsonSchema, input: unknown): ValidationIssue[]
}

/** @throws if a module does not name a feature that its routes need, which the compiler prevents */
export function featureOf<Name extends keyof Features>(
  parts: Features | undefined,
  name: Name,
): NonNullable<Features[Name]> {
  const part = parts?.[name]
  if (part) return part
  throw new Error(`${name} is not among the parts of the capability`)
}

/** The compiled definition of a capability: its routes, and its contract, which is loaded on demand. */
export interface FullDefinition<Id extends string, Input, Output> extends CapabilityDefinition<Id> {
  /** Loads `generated/contracts/ID.json`. */
  contract(): Promise<ContractFile>
  /** Loads `generated/fields/ID.json`, which is `AnswerParts`. Absent if the file would be empty. */
  fields?(): Promise<{ readonly default: unknown }>
  readonly parts?: Features
  /** Rules for choosing a route, applied in order. */
  readonly suitability?: readonly RoutingRule<Input>[]
  /** Set if, after this write, the name of a repository or the number of an issue may belong to another object. */
  readonly renames?: true
  /** The answers to lookups of other calls that a result contains. */
  identifies?(output: Output, input: Input): readonly Identified[]
  readonly graphql?: GraphqlRoute<Input, Output>
  readonly rest?: RestRoute<Input, Output>
  readonly cli?: CliRoute<Input, Output>
}

/** Everything that is needed to execute a call. */
export interface LoadedDefinition<Id extends string, Input, Output>
  extends FullDefinition<Id, Input, Output> {
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** The reason why the call is refused, such as unknown `fields`. */
  readonly refused?: Failure
  /** Names the write, so that it is applied only once. */
  readonly key?: string
  /** The time since which an earlier process may have sent this write; only with a key. */
  readonly intended_at?: string
  /** With `intended_at`: no earlier process has sent it, so ghx sends it without first looking for its result on GitHub. */
  readonly unsent?: true
  /** With `intended_at`: anything that an earlier process has sent has been applied by now. */
  readonly settled?: true
  /** How to find out whether a non-idempotent write was applied; only with a key. */
  readonly reconcile?: Reconcile
  /** Reads the pages of a list, up to a number of items. */
  readonly all?: { readonly limit: number }
  /** The requested fields of its result; undefined for all. */
  readonly wanted?: readonly string[]
  /** Results before they were reduced to the requested fields. */
  readonly unreduced?: WeakMap<object, unknown>
  /** The reason why a client may not send it, apart from its guard for ids. For operations without a capability. */
  barred?(client: Pick<Client, "guard">, input: unknown): Failure | undefined
  /** The name that tasks use if the id does not suffice: the text of a document. */
  readonly written?: string
  /**
   * The output schema is GitHub's description. Answers may deviate from it, so results are not checked
   * against it.
   */
  readonly isDescribed?: true
  /** The name that `allow` uses, if it is not the id: a document's name does not show its effect. */
  readonly named?: string
  /** How many calls `limits` count, if not one: the mutations of a document. */
  readonly calls?: number
  /** How to page through the result of an operation without a capability. */
  readonly pages?: OperationPages
  /** The reason why a document cannot be paged through. */
  readonly unpaged?: string
  /** A result as shown by a client with `untrusted`. */
  shown?(output: Output, client: Pick<Client, "guard" | "clean" | "cleanProse">): Output
}

/** The pages of a list in GitHub's own form, without `items` and `page_info`. */
export interface OperationPages {
  /** Whether the list has more items after a result of this call. */
  info(output: unknown): PageInfo | undefined
  /** The input for the page at a cursor, or for a first page of the given size. */
  next(input: unknown, page: { readonly cursor?: string; readonly size?: number }): object
  items(output: unknown): readonly unknown[]
  /** The result with the items of all pages, of which GitHub may answer some members only on the first. */
  holding(output: unknown, items: readonly unknown[], first: unknown): unknown
}

/** A capability whose code is loaded on first use. */
export interface Loadable<Id extends string, Output> {
  readonly definition: CapabilityDefinition<Id>
  load(): Promise<LoadedDefinition<Id, unknown, Output>>
}

/** A loaded definition; only the type of its result matters. */
export type Definition<T = unknown> = LoadedDefinition<string, unknown, T>

/** The compiler's metadata about the parts of a capability's answers. Many capabilities have none. */
export async function answerPartsOf({
  fields,
}: Pick<LoadedDefinition<string, unknown, unknown>, "fields">): Promise<AnswerParts> {
  const { default: file } = fields ? await fields() : { default: undefined }
  return areAnswerParts(file) ? file : {}
}

/** The compiler wrote the file, and has checked it against the card. */
function areAnswerParts(file: unknown): file is AnswerParts {
  return typeof file === "object" && file !== null
}

/** Whether a derived definition is cached. The cache is keyed by the original, so the types match. */
export function isMadeOf<Definition extends object>(
  _: Definition,
  before: object | undefined,
): before is Definition {
  return before !== undefined
}

/** A call in execution: its definition, validated input and context. */
export interface Call<T> extends Pick<DecidedCall, "earlier"> {
  readonly definition: Definition<T>
  readonly input: unknown
  readonly client: Client
  /** The client's transport, or the chain's transport on top of it. */
  readonly graphql: GraphqlTransport
  /** Sends its other requests. */
  readonly send: Http["send"]
  readonly scope: Scope
  /**
   * Checks through a transport whether a write stays in bounds; absent without bounds. Before a write sends anything
   * except lookups, it awaits this check.
   */
  readonly stray?: ((transport: GraphqlTransport) => Promise<Failure | undefined>) | undefined
  /** Returns the failure if a REST path is outside of the client's bounds; absent without bounds. */
  readonly misdirected?: ((path: string) => Failure | undefined) | undefined
  /** Whether a result meets the contract. */
  fits(output: T): boolean
}

/** The result of one attempt over a route. */
export type Attempt<T> = { headers?: ResponseHeaders } & (
  | { ok: true; data: T; warnings?: ResultWarning[]; bytes?: Uint8Array }
  | Extract<DecidedAttempt, { ok: false }>
)

/** A channel to GitHub. */
export interface Route {
  readonly type: RouteType
  /** The reason why the route cannot be used now; undefined if it can. Sends nothing. */
  preflight(client: Client): Failure | undefined | Promise<Failure | undefined>
  attempt<T>(call: Call<T>): Attempt<T> | Promise<Attempt<T>>
}

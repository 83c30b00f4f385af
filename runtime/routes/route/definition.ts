import type { Client } from "../../client/index.js"
import type {
  CapabilityDefinition,
  CliRoute,
  ContractFile,
  GraphqlRoute,
  Identified,
  JsonSchema,
  PageInfo,
  Reconcile,
  RestRoute,
  RoutingRule,
} from "../../definition/index.js"
import type { Failure } from "../../errors/index.js"
import type { Parts } from "./parts.js"

/** What the compiler writes of a capability: its contract, to be loaded, and how the routes fulfil it. */
export interface FullDefinition<Id extends string, Input, Output> extends CapabilityDefinition<Id> {
  /** Loads `generated/contracts/ID.json`. */
  contract(): Promise<ContractFile>
  /** Loads `generated/fields/ID.json`, where there is anything to say of the parts of answers: it is `AnswerParts`. */
  fields?(): Promise<{ readonly default: unknown }>
  readonly parts?: Parts
  /** Applied in order. */
  readonly suitability?: readonly RoutingRule<Input>[]
  /** What a result tells that look-ups of other calls would ask for. */
  identifies?(output: Output, input: Input): readonly Identified[]
  readonly graphql?: GraphqlRoute<Input, Output>
  readonly rest?: RestRoute<Input, Output>
  readonly cli?: CliRoute<Input, Output>
}

/** Everything that carrying out a call takes. */
export interface LoadedDefinition<Id extends string, Input, Output>
  extends FullDefinition<Id, Input, Output> {
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** Why it cannot be called as somebody wanted to, with fields that it does not have. */
  readonly refused?: Failure
  /** What names the write, so that it takes place once. */
  readonly key?: string
  /** Beside a key: since when it may have been sent. */
  readonly intended_at?: string
  /** Beside a key: how it is told whether a write was carried out that must not be repeated. */
  readonly reconcile?: Reconcile
  /** The fields of its result that are wanted, where not all of them are. */
  readonly wanted?: readonly string[]
  /** Why a client may not send it, beside what its guard says of ids: of operations that are no capabilities. */
  barred?(client: Pick<Client, "guard">, input: unknown): Failure | undefined
  /** What a task names it by where its id does not say all: the text of a document. */
  readonly written?: string
  /** Its output is as GitHub describes it, which answers need not keep: no result is held to it. */
  readonly isDescribed?: true
  /** What `allow` names it by where that is not its id, which says nothing of what a document does. */
  readonly named?: string
  /** How the pages of its result follow one another, where it is a list but no list capability. */
  readonly pages?: OperationPages
  /** Why they cannot be followed, where a caller may think that they can: of documents. */
  readonly unpaged?: string
  /** A result as a client gives it that does not trust everybody. */
  shown?(output: Output, client: Pick<Client, "guard" | "clean">): Output
}

/** The pages of a list that is as GitHub documents it, without `items` and `page_info`. */
export interface OperationPages {
  /** Whether the list goes on behind a result of this call. */
  info(output: unknown): PageInfo | undefined
  /** The input of the page behind a cursor, or of a first page of so many items. */
  next(input: unknown, page: { readonly cursor?: string; readonly size?: number }): object
  items(output: unknown): readonly unknown[]
  /** The result with other items. */
  holding(output: unknown, items: readonly unknown[]): unknown
}

/** A capability whose code is loaded when it is first needed. */
export interface Loadable<Id extends string, Output> {
  readonly definition: CapabilityDefinition<Id>
  load(): Promise<LoadedDefinition<Id, unknown, Output>>
}

/** A definition, loaded, of which only the type of its result matters. */
export type Definition<T = unknown> = LoadedDefinition<string, unknown, T>

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

/** The compiled definition of a capability: its contract, to be loaded, and its routes. */
export interface FullDefinition<Id extends string, Input, Output> extends CapabilityDefinition<Id> {
  /** Loads `generated/contracts/ID.json`. */
  contract(): Promise<ContractFile>
  /** Loads `generated/fields/ID.json`, where there is anything to say of the parts of answers: it is `AnswerParts`. */
  fields?(): Promise<{ readonly default: unknown }>
  readonly parts?: Parts
  /** Applied in order. */
  readonly suitability?: readonly RoutingRule<Input>[]
  /** A write after which the name of a repository or the number of an issue may belong to something else. */
  readonly renames?: true
  /** Answers to lookups of other calls that a result contains. */
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
  /** Why the call is refused, such as for unknown `fields`. */
  readonly refused?: Failure
  /** Names the write, so that it is applied only once. */
  readonly key?: string
  /** With a key: since when it may have been sent. */
  readonly intended_at?: string
  /** With `intended_at`: no earlier process has sent it, so it is not looked for first. */
  readonly unsent?: true
  /** With `intended_at`: whatever an earlier process has sent has arrived by now. */
  readonly settled?: true
  /** With a key: how to find out whether a non-idempotent write was applied. */
  readonly reconcile?: Reconcile
  /** The fields of its result that are wanted, where not all of them are. */
  readonly wanted?: readonly string[]
  /** Why a client may not send it, besides its guard for ids: for operations without a capability. */
  barred?(client: Pick<Client, "guard">, input: unknown): Failure | undefined
  /** The name that tasks use if the id does not suffice: the text of a document. */
  readonly written?: string
  /**
   * The output schema is GitHub's description. Answers may deviate from it, so results are not checked
   * against it.
   */
  readonly isDescribed?: true
  /** The name for `allow`, if it is not the id: a document's name says nothing about its effect. */
  readonly named?: string
  /** How the pages of its result follow one another, where it is a list but no list capability. */
  readonly pages?: OperationPages
  /** Why a document has no pages to follow. */
  readonly unpaged?: string
  /** A result as shown by a client with `untrusted`. */
  shown?(output: Output, client: Pick<Client, "guard" | "clean">): Output
}

/** The pages of a list that is as GitHub documents it, without `items` and `page_info`. */
export interface OperationPages {
  /** Whether the list has more items after a result of this call. */
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

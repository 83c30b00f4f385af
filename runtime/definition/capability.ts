/** What a generated module tells the runtime about one capability. Plain data and pure functions. */
import type { RouteType } from "../envelope/index.js"
import type { CliRoute } from "./cli.js"
import type { GraphqlRoute } from "./graphql.js"
import type { JsonSchema } from "./json-schema.js"
import type { RestRoute } from "./rest.js"

/** `read` changes nothing, `write` changes something, `destroy` cannot be taken back. */
export type Effect = "read" | "write" | "destroy"

/** `Input` after the defaults of the input schema were applied to the properties `Key`. */
export type WithDefaults<Input, Key extends keyof Input> = Input & {
  [K in Key]-?: Exclude<Input[K], undefined>
}

/** `Input` where the properties `Key` are there, without which a look-up is skipped. */
export type Given<Input, Key extends keyof Input> = Input & {
  [K in Key]-?: NonNullable<Input[K]>
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

/** What can be said of a capability without loading anything. */
export interface CapabilityDefinition<Id extends string> {
  readonly id: Id
  readonly version: string
  readonly effect: Effect
  /** Running it twice leaves what running it once leaves. */
  readonly idempotent: boolean
  /** Routes in order of preference. */
  readonly routes: readonly RouteType[]
}

/** What the compiler writes of a capability: its contract, to be loaded, and how the routes fulfil it. */
export interface FullDefinition<Id extends string, Input, Output> extends CapabilityDefinition<Id> {
  /** Loads `generated/contracts/ID.json`; of a JSON file TypeScript cannot say that it is a schema. */
  contract(): Promise<{ readonly default: unknown }>
  /** Applied in order. */
  readonly suitability?: readonly RoutingRule<Input>[]
  readonly graphql?: GraphqlRoute<Input, Output>
  readonly rest?: RestRoute<Input, Output>
  readonly cli?: CliRoute<Input, Output>
}

/** Everything that carrying out a call takes. */
export interface LoadedDefinition<Id extends string, Input, Output>
  extends FullDefinition<Id, Input, Output> {
  readonly input: JsonSchema
  readonly output: JsonSchema
}

/** A capability whose code is loaded when it is first needed. */
export interface Loadable<Id extends string, Output> {
  readonly definition: CapabilityDefinition<Id>
  load(): Promise<LoadedDefinition<Id, unknown, Output>>
}

/** The definition of one capability in a generated module: plain data and pure functions. */
import type { RouteType } from "../envelope/index.js"

/** `read` changes nothing, `write` changes something, and `destroy` cannot be undone. */
export type Effect = "read" | "write" | "destroy"

/** `Input` after the defaults of the input schema were applied to the properties `Key`. */
export type WithDefaults<Input, Key extends keyof Input> = Input & {
  [K in Key]-?: Exclude<Input[K], undefined>
}

/** `Input` with the properties `Key`; without them, the lookup is skipped. */
export type Given<Input, Key extends keyof Input> = Input & {
  [K in Key]-?: NonNullable<Input[K]>
}

/** A call, as routing rules see it. */
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
  /**
   * The rule does not hold in a chain, whose steps share requests, nor for a call with a key, which looks for its
   * result first.
   */
  readonly alone?: true
  /** The reason, for callers that ask for the route. */
  readonly reason: string
  /** Whether the rule holds; without this member it always does. */
  when?(call: RoutedCall<Input>): boolean
}

/** What is known about a capability without loading anything. */
export interface CapabilityDefinition<Id extends string> {
  readonly id: Id
  readonly version: string
  readonly effect: Effect
  /** Whether running it twice has the same effect as running it once. */
  readonly idempotent: boolean
  /** Routes in order of preference. */
  readonly routes: readonly RouteType[]
}

import type { CallContext, ExecuteCall } from "../call/index.js"
import type {
  ChainResultEnvelope,
  ChainStepResult,
  NestedResults,
  ResultEnvelope,
  ResultWarning,
} from "../envelope/index.js"
import type { Definition } from "../routes/index.js"
import type { Chainable, SingleUse } from "../step/index.js"
import type { Wait } from "../timing/index.js"
import type { ChainFailed } from "./chain-failed.js"
import type { ChainEntry } from "./entries.js"
import type { Layout } from "./layout.js"

/** The property of a chain that holds its steps, which an outer chain takes over. */
export const chainPlan: unique symbol = Symbol("ghx.chain.plan")

/** The key for a function around the calls of a chain, in its options. */
export const chainAround: unique symbol = Symbol("ghx.chain.around")

/** A call of a chain, ready to be sent. */
export interface PlacedCall {
  /** Its step (`3`), the item of an `each` (`3.7`), or a further page that a `match` reads (`3+CURSOR`). */
  readonly place: string
  readonly definition: Definition
  readonly input: unknown
  readonly callContext: CallContext
}

/** A function around each call of a chain, such as a journal. */
export type Around = (call: PlacedCall, next: ExecuteCall) => Promise<ResultEnvelope<unknown>>

/** The parts of a chain: steps, `each`, other chains, and lists and objects of these. */
export type ChainItem =
  | Chainable<string, unknown>
  | Chain<unknown>
  | ChainShape
  | readonly unknown[]

/** The parts of a chain by name. Values that are none stay where they are. */
export interface ChainShape {
  readonly [name: string]: unknown
  /** Not the `meta` of a result: a chain takes steps that have not run. */
  readonly meta?: Chainable<string, unknown> | Chain<unknown>
}

export interface ChainOptions<Result = ChainStepResult<string, unknown>> {
  /** Ends the chain; it then rejects with a {@link ChainAborted} that holds the results so far. */
  signal?: AbortSignal | undefined
  /** Time limit of the whole chain; the client's `timeout_ms` limits each request. */
  timeout_ms?: number | undefined
  /** Maximum number of queries and REST reads in flight; 10 by default. Writes are sent one after the other. */
  concurrency?: number | undefined
  /** Adds `attempts` to the result of each step. */
  trace?: boolean | undefined
  /**
   * Called once for each step as it settles, with its index. Its return value is not awaited; an exception in
   * it becomes a warning in `meta.warnings`.
   */
  onStep?(result: Result, index: number): unknown
  /** Called before each pause of a step that polls GitHub. An exception in it becomes a warning. */
  onWait?(wait: Wait): void
  /** @internal */
  readonly [chainAround]?: Around
}

/** Receives the progress of a chain. */
export interface Observer {
  /** Called when a step has its result. */
  settled(result: ChainStepResult<string, unknown>, index: number): void
  /** Adds a warning. */
  warn(warning: ResultWarning): void
  /** The warnings so far, including exceptions of the observer itself. */
  warnings(): ResultWarning[]
}

/** How to run a sequence: as a chain, one step at a time. */
export interface SequenceOptions extends Omit<ChainOptions, "concurrency"> {}

/** Steps that have not been sent yet; awaiting it sends them, once. `Results` has one entry a step. */
export interface Chain<Results> extends Promise<ChainResultEnvelope<Results>> {
  /** @internal */
  readonly [chainPlan]: ChainPlan
  /** Runs the chain with options. A chain that already runs takes none. */
  run(options?: ChainOptions<ResultIn<Results>>): Promise<ChainResultEnvelope<Results>>
  /** The documents and levels that the chain would send. Nothing is sent, and the chain can still run. */
  dryRun(): Promise<ChainDryRun>
  /** The data of every step, in order; throws a {@link ChainFailed} if one failed. */
  orThrow(): Promise<ChainData<Results>>
}

/** The requests of a chain, or why it would send none. */
export type ChainDryRun =
  | {
      readonly status: "ready"
      /** The steps by level. Steps of one level use values of earlier levels. */
      readonly levels: readonly (readonly string[])[]
      /**
       * In the order of sending. Placeholders name unknown values by their place: `<created.number>`, for a
       * lookup `<label_ids: bug>`. An `each` has one document.
       */
      readonly documents: readonly DryDocument[]
      /** Steps that use another route than GraphQL; each is sent by itself. */
      readonly others: readonly string[]
    }
  | {
      readonly status: "rejected"
      /** The error of each step that would not be sent. */
      readonly results: readonly ChainStepResult<string, unknown>[]
    }

export interface DryDocument {
  readonly type: "query" | "mutation"
  readonly document: string
  readonly variables: object
}

/** The data of results that are all ok. */
export type ChainData<Results> = { [Index in keyof Results]: DataIn<Results[Index]> }

type DataIn<Result> = Result extends { task: string; ok: boolean }
  ? Result extends { ok: true; data: infer T }
    ? T
    : never
  : Result extends NestedResults
    ? ChainData<Result>
    : Result

type ResultIn<Results> = Results extends readonly ChainStepResult<string, unknown>[]
  ? Results[number]
  : ChainStepResult<string, unknown>

interface ChainPlan extends SingleUse {
  readonly entries: readonly ChainEntry[]
  /** Where the results stand, if its steps have names. */
  readonly layout?: Layout
}

/**
 * The results of steps and chains as one flat tuple; arrays among them keep their element type. Most chains consist
 * of steps only, which are mapped one by one: taking a tuple apart costs a compiler the square of its length.
 */
export type ChainResults<Items extends readonly unknown[]> = Items extends readonly Chainable<
  string,
  unknown
>[]
  ? { -readonly [Index in keyof Items]: ResultOf<Items[Index]> }
  : Flattened<Items>

type Flattened<Items extends readonly unknown[]> = Items extends readonly []
  ? []
  : Items extends readonly [infer First, ...infer Rest]
    ? [...Results<First>, ...Flattened<Rest>]
    : Items extends readonly [...infer Rest, infer Last]
      ? [...Flattened<Rest>, ...Results<Last>]
      : Results<Items[number]>[number][]

type Results<Item> =
  Item extends Chain<infer Inner extends readonly unknown[]> ? Inner : [ShapeResults<Item>]

/** The results of a chain with names, in its shape. */
export type ShapeResults<Part> = Part extends Chainable<string, unknown> &
  (PromiseLike<unknown> | { readonly out: unknown })
  ? ResultOf<Part>
  : Part extends Chain<infer Inner>
    ? Inner
    : Part extends readonly unknown[]
      ? ChainResults<Part>
      : Part extends { readonly [name: string]: unknown }
        ? { -readonly [Name in keyof Part]: ShapeResults<Part[Name]> }
        : Part

type ResultOf<Item> = Item extends Chainable<infer Id, infer T> ? ChainStepResult<Id, T> : never

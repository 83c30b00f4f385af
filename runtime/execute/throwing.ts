import type { RunOptions } from "../call/index.js"
import {
  bindTo,
  bindTree,
  type Capability,
  type ListCapability,
  lazyMember,
} from "../capability/index.js"
import {
  type Chain,
  type ChainDryRun,
  type ChainItem,
  type ChainOptions,
  type ChainShape,
  chainPlan,
  collected,
  type RunOnce,
} from "../chain/index.js"
import type { CapabilityDefinition, Contract, Page } from "../definition/index.js"
import type { AllOptions, FieldList, FieldsOption, KeyOption, Only, Some } from "../input/index.js"
import type { WithReferences } from "../reference/index.js"
import {
  type Chainable,
  isA,
  LazyPromise,
  type ListStep,
  type StepPlan,
  type StepWithOut,
  stepPlan,
  type ThrowingStep,
} from "../step/index.js"
import { type ClientFactory, clientOf, type Dependencies } from "./dependencies.js"
import type {
  DocumentFunction,
  OperationStep,
  RequestFunction,
  RequestOptions,
} from "./operation.js"

/** Makes the calls of a tree return data, and throw if they fail. */
export interface ThrowingOptions {
  readonly throws: true
}

/** A tree of capabilities whose calls return data, and throw if they fail. */
export type Throwing<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends ListCapability<
    infer Id,
    infer Input,
    infer Item,
    infer Count
  >
    ? ThrowingList<Id, Input, Item, Count>
    : Tree[Name] extends Capability<infer Id, infer Input, infer Output>
      ? ThrowingCapability<Id, Input, Output>
      : Tree[Name] extends RequestFunction
        ? ThrowingRequest
        : Tree[Name] extends DocumentFunction
          ? ThrowingDocument
          : Throwing<Tree[Name]>
} & {
  /** `chain` for steps of this tree: returns the data, and throws a {@link ChainFailed} after all steps have ended. */
  readonly chain: typeof throwingChain
}

interface Members<Id extends string> {
  /** Facts that are available without loading: id, version, effect and routes. */
  readonly definition: CapabilityDefinition<Id>
  /** Loads the whole contract, as JSON Schemas. */
  contract(): Promise<Contract>
}

/** One task on GitHub, as a function whose call returns the data, or throws a {@link GhxError}. */
export interface ThrowingCapability<Id extends string, Input, Output> extends Members<Id> {
  (input: Input): ThrowingStep<Id, Output>
  (
    input: WithReferences<Input>,
    options: KeyOption & { fields?: undefined },
  ): ThrowingStep<Id, Output>
  <const Fields extends FieldList<Output>>(
    input: WithReferences<Input>,
    options: FieldsOption<Fields> & KeyOption,
  ): ThrowingStep<Id, Only<Output, Fields>>
  (input: WithReferences<Input>): ThrowingStep<Id, Output>
}

/** A {@link ThrowingCapability} whose result comes in pages. */
export interface ThrowingList<Id extends string, Input, Item, Count extends number | null>
  extends Members<Id> {
  (input: Input): ThrowingListStep<Id, Item, Count>
  <const Fields extends FieldList<Page<Item, Count>>>(
    input: WithReferences<Input>,
    options: FieldsOption<Fields>,
  ): ThrowingListStep<Id, Some<Item, Fields>, Count>
  (input: WithReferences<Input>): ThrowingListStep<Id, Item, Count>
  /** Reads all pages as one result. */
  all: {
    (input: Input, options?: AllOptions): ThrowingStep<Id, Page<Item, Count>>
    <const Fields extends FieldList<Page<Item, Count>>>(
      input: WithReferences<Input>,
      options: FieldsOption<Fields> & AllOptions,
    ): ThrowingStep<Id, Page<Some<Item, Fields>, Count>>
    (input: WithReferences<Input>, options?: AllOptions): ThrowingStep<Id, Page<Item, Count>>
  }
}

/** A {@link ThrowingStep} whose result is the first of several pages. */
export interface ThrowingListStep<Id extends string, Item, Count extends number | null>
  extends ThrowingStep<Id, Page<Item, Count>>,
    Pick<ListStep<Id, Item, Count>, "items" | "pages" | typeof Symbol.asyncIterator> {}

/** A chain of a client with `throws`: awaiting it returns the data of its steps. `Shape` has one part a step. */
export interface ThrowingChain<Shape> extends Promise<ShapeData<Shape>> {
  readonly throws: true
  /** @internal */
  readonly [chainPlan]: Chain<unknown>[typeof chainPlan]
  /** Runs the chain with options; throws a {@link ChainFailed} with all results if a step failed. */
  run(options?: ChainOptions): Promise<ShapeData<Shape>>
  /** The documents and levels that the chain would send. Nothing is sent, and the chain can still run. */
  dryRun(): Promise<ChainDryRun>
}

/** The parts of a chain of a client with `throws`. */
export type ThrowingItem = { readonly throws: true } | ChainItem

/** The data of the steps of a chain with `throws`, in its shape. */
export type ShapeData<Shape> = Shape extends { readonly throws: true } & PromiseLike<infer T>
  ? T
  : Shape extends Chainable<string, infer T> & { readonly out: unknown }
    ? T
    : Shape extends readonly unknown[] | { readonly [name: string]: unknown }
      ? { -readonly [Name in keyof Shape]: ShapeData<Shape[Name]> }
      : Shape

type ThrowingOperation<Data> = ThrowingStep<string, Data> &
  Pick<OperationStep<Data>, "items" | "pages">

type ThrowingRequest = <Data = unknown>(
  operation: string,
  input?: object,
  options?: RequestOptions,
) => ThrowingOperation<Data>

type ThrowingDocument = <Data = unknown>(
  text: string,
) => (variables?: object) => ThrowingOperation<Data>

/** The options of a tree: those of a client, or the client, and whether calls throw. */
interface Dependent extends Dependencies {
  readonly throws?: boolean | undefined
}

/** A tree of capabilities that is bound to the client of options. */
export function treeFor<Tree extends object>(
  tree: Tree,
  options: Dependent,
  create: ClientFactory["create"],
): object {
  if (Object(options).throws === undefined) return bindTree(tree, clientOf(options, create))
  const { throws, ...others } = options
  if (typeof throws !== "boolean") throw new TypeError("`throws` takes true or false")
  const bound = bindTree(tree, clientOf(others, create))
  return throws ? throwingTree(bound, { chain: throwingChain }) : bound
}

/** Namespaces and capabilities, whose calls throw. */
function throwingTree(tree: object, own: object = {}): object {
  for (const name of Object.keys(tree))
    lazyMember(own, name, () => throwing(Reflect.get(tree, name)))
  return own
}

function throwing(value: unknown): unknown {
  if (isCallable(value)) return throwingFunction(value)
  return typeof value === "object" && value !== null ? throwingTree(value) : value
}

type Callable = (...given: unknown[]) => unknown

function isCallable(value: unknown): value is Callable {
  return typeof value === "function"
}

/** A capability, or a function that makes one of a document. */
function throwingFunction(inner: Callable): Callable {
  const call = (...given: unknown[]) => {
    const made = inner(...given)
    return throwingStep(made) ?? throwing(made)
  }
  for (const name of Reflect.ownKeys(inner)) {
    if (name === "length" || name === "name" || name === "prototype") continue
    const member: unknown = Reflect.get(inner, name)
    const returns = name === "all" || name === bindTo
    const value = returns && isCallable(member) ? throwingMember(member, name === bindTo) : member
    Object.defineProperty(call, name, {
      configurable: true,
      enumerable: true,
      writable: true,
      value,
    })
  }
  return call
}

function throwingMember(member: Callable, binds: boolean): Callable {
  return binds ? (client) => throwing(member(client)) : throwingFunction(member)
}

/**
 * Collects steps of a client with `throws`, as `chain` does.
 *
 * @example
 * const { issues, prs } = await ghx.chain({ issues: ghx.issue.list(repo), prs: ghx.pr.list(repo) })
 */
export function throwingChain<const Items extends readonly ThrowingItem[]>(
  items: Items,
): ThrowingChain<Items>
export function throwingChain<const Shape extends ChainShape>(shape: Shape): ThrowingChain<Shape>
export function throwingChain<const Items extends readonly ThrowingItem[]>(
  ...items: Items
): ThrowingChain<Items>
export function throwingChain(...given: readonly unknown[]): object {
  const { chain, run } = collected(given, true)
  return Object.assign(new ThrowingRun(run), {
    [chainPlan]: chain[chainPlan],
    dryRun: chain.dryRun,
  })
}

/** A chain whose failure is thrown when all of its steps have ended. */
class ThrowingRun extends LazyPromise<unknown> {
  readonly throws = true
  readonly #run: RunOnce<ChainOptions>

  constructor(run: RunOnce<ChainOptions>) {
    super()
    this.#run = run
  }

  async run(options?: ChainOptions): Promise<unknown> {
    await this.#run.run(options)
    return this.#run.orThrow()
  }
}

type AnyStep = StepWithOut<string, unknown> & Partial<ListStep<string, unknown, number | null>>

/** A step whose failure is thrown; undefined if the value is no step. */
function throwingStep(value: unknown): object | undefined {
  if (!isA<AnyStep>(value, stepPlan)) return undefined
  const { items, pages } = value
  const step = new ThrowingSingle(value)
  return items ? Object.assign(step, { items, pages, [Symbol.asyncIterator]: () => items() }) : step
}

class ThrowingSingle extends LazyPromise<unknown> {
  readonly throws = true
  readonly id: string
  readonly input: unknown
  readonly [stepPlan]: StepPlan<string, unknown>
  readonly #step: AnyStep

  constructor(step: AnyStep) {
    super()
    this.#step = step
    this.id = step.id
    this.input = step.input
    this[stepPlan] = step[stepPlan]
  }

  get out() {
    return this.#step.out
  }

  async run(options?: RunOptions): Promise<unknown> {
    await this.#step.run(options)
    return this.#step.orThrow()
  }

  orThrow(): Promise<unknown> {
    return this.run()
  }
}

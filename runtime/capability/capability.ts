import { type Client, checkClient, defaultClient } from "../client/index.js"
import type { CapabilityDefinition, Contract, ContractFile, Page } from "../definition/index.js"
import type {
  AllOptions,
  FieldList,
  FieldsOption,
  GivenOptions,
  KeyOption,
  Only,
  Some,
} from "../input/index.js"
import { snapshot } from "../input/index.js"
import type { WithReferences } from "../reference/index.js"
import type { FullDefinition, Loadable } from "../routes/index.js"
import { createListStep, createStep, type ListStep, type StepWithOut } from "../step/index.js"

/** A capability whose parts are loaded when they are first needed. */
export interface Source<Id extends string, Output> extends Loadable<Id, Output> {
  contract(): Promise<Contract>
}

/** A compiled definition as a source; only its contract is loaded later. */
export function sourceOf<Id extends string, Input, Output>(
  full: FullDefinition<Id, Input, Output>,
): Source<Id, Output> {
  const contract = memoizeLoad(() => contractIn(full.id, full.contract))
  const load = memoizeLoad(async () => {
    const { input, output } = await contract()
    return { ...full, input, output }
  })
  const { id, version, effect, idempotent, routes } = full
  return { definition: { id, version, effect, idempotent, routes }, contract, load }
}

/** A source that loads its contract without its code. */
export function laterSource<Id extends string, Output>(
  definition: CapabilityDefinition<Id>,
  find: {
    contract(): Promise<ContractFile>
    capability(): Promise<Source<Id, Output>>
  },
): Source<Id, Output> {
  return {
    definition,
    contract: memoizeLoad(() => contractIn(definition.id, find.contract)),
    load: memoizeLoad(async () => (await find.capability()).load()),
  }
}

async function contractIn(id: string, load: () => Promise<ContractFile>): Promise<Contract> {
  const { default: file } = await load()
  if (!isContract(file))
    throw new TypeError(`The contract of ${id} is damaged: reinstall ghx, or run ghx gen`)
  return file
}

/** Memoizes a load; a failed one is retried by the next call. */
export function memoizeLoad<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** The compiler wrote the file, and has checked it against the card. */
function isContract(file: unknown): file is Contract {
  return typeof file === "object" && file !== null && "input" in file && "output" in file
}

/** The key of the function that binds a capability to another client. */
export const bindTo: unique symbol = Symbol("ghx.capability.bind")

/** The key of the functions that load the parts of a capability. */
export const source: unique symbol = Symbol("ghx.capability.source")

/**
 * The arguments of a call, which are optional if every input is. Computed once per capability, because a signature
 * with a tuple costs a consumer's compiler half as much again.
 */
export type CallInput<Input> =
  // biome-ignore lint/suspicious/noConfusingVoidType: an argument that may be void may be left out
  Record<never, never> extends Input ? Input | void : Input

/** One task on GitHub, as a function: a call with an input returns a step. */
export interface Capability<Id extends string, Input, Output> {
  (input: Input): StepWithOut<Id, Output>
  /** Call with a key, so that the write is applied once. */
  (
    input: WithReferences<Input>,
    options: KeyOption & { fields?: undefined },
  ): StepWithOut<Id, Output>
  // Follows the signature with a key, because TypeScript's suggestions come from the last signature.
  /** Call for some fields of the result only. */
  <const Fields extends FieldList<Output>>(
    input: WithReferences<Input>,
    options: FieldsOption<Fields> & KeyOption,
  ): StepWithOut<Id, Only<Output, Fields>>
  /** Call with references to results of other steps, for a chain. */
  (input: WithReferences<Input>): StepWithOut<Id, Output>
  /** Facts that are available without loading: id, version, effect and routes. */
  readonly definition: CapabilityDefinition<Id>
  /** Loads the whole contract, as JSON Schemas. */
  contract(): Promise<Contract>
  /** @internal */
  readonly [source]: Source<Id, Output>
  /** @internal */
  readonly [bindTo]: (client: () => Client) => Capability<Id, Input, Output>
}

/** Reads all pages of a list, or as many as a number of items needs. */
interface ReadAll<Id extends string, Input, Item, Count extends number | null> {
  (input: Input, options?: AllOptions): StepWithOut<Id, Page<Item, Count>>
  /** Call for some fields of each item only. */
  <const Fields extends FieldList<Page<Item, Count>>>(
    input: WithReferences<Input>,
    options: FieldsOption<Fields> & AllOptions,
  ): StepWithOut<Id, Page<Some<Item, Fields>, Count>>
  /** Call with references to results of other steps, for a chain. */
  (input: WithReferences<Input>, options?: AllOptions): StepWithOut<Id, Page<Item, Count>>
}

/** A capability whose result comes in pages. */
export interface ListCapability<
  Id extends string,
  Input,
  Item,
  Count extends number | null = number,
> {
  (input: Input): ListStep<Id, Item, Count>
  /** Call for some fields of each item only. */
  <const Fields extends FieldList<Page<Item, Count>>>(
    input: WithReferences<Input>,
    options: FieldsOption<Fields>,
  ): ListStep<Id, Some<Item, Fields>, Count>
  /** Call with references to results of other steps, for a chain. */
  (input: WithReferences<Input>): ListStep<Id, Item, Count>
  /**
   * Reads all pages as one result. In a chain, the pages of several lists share requests.
   *
   * @example
   * const { data } = await ghx.issue.list.all({ owner, repo }, { limit: 500 })
   */
  all: ReadAll<Id, Input, Item, Count>
  /** Facts that are available without loading: id, version, effect and routes. */
  readonly definition: CapabilityDefinition<Id>
  /** Loads the whole contract, as JSON Schemas. */
  contract(): Promise<Contract>
  /** @internal */
  readonly [source]: Source<Id, Page<Item, Count>>
  /** @internal */
  readonly [bindTo]: (client: () => Client) => ListCapability<Id, Input, Item, Count>
}

/** Makes a capability from its generated definition. Has no side effects: importing is free. */
export function capability<Id extends string, Input, Output>(
  definition: FullDefinition<Id, Input, Output>,
): Capability<Id, CallInput<Input>, Output> {
  return capabilityOf(sourceOf(definition))
}

/** Makes a capability whose result comes in pages. */
export function listCapability<
  Id extends string,
  Input,
  Item,
  Count extends number | null = number,
>(
  definition: FullDefinition<Id, Input, Page<Item, Count>>,
): ListCapability<Id, CallInput<Input>, Item, Count> {
  return listCapabilityOf(sourceOf(definition))
}

export function capabilityOf<Id extends string, Input, Output>(
  from: Source<Id, Output>,
  client: () => Client = defaultClient,
): Capability<Id, Input, Output> {
  function call(input: Input | WithReferences<Input>, options?: KeyOption): StepWithOut<Id, Output>
  function call<const Fields extends FieldList<Output>>(
    input: WithReferences<Input>,
    options: FieldsOption<Fields> & KeyOption,
  ): StepWithOut<Id, Only<Output, Fields>>
  function call(input: unknown, options?: GivenOptions): object {
    return createStep(from, snapshot(input), client, options)
  }
  const bind = (other: () => Client) => capabilityOf<Id, Input, Output>(from, other)
  return Object.assign(call, membersOf(from), { [bindTo]: bind })
}

export function listCapabilityOf<Id extends string, Input, Item, Count extends number | null>(
  from: Source<Id, Page<Item, Count>>,
  client: () => Client = defaultClient,
): ListCapability<Id, Input, Item, Count> {
  function call(input: Input | WithReferences<Input>): ListStep<Id, Item, Count>
  function call<const Fields extends FieldList<Page<Item, Count>>>(
    input: WithReferences<Input>,
    options: FieldsOption<Fields>,
  ): ListStep<Id, Some<Item, Fields>, Count>
  function call(input: unknown, options?: GivenOptions): object {
    return createListStep(from, snapshot(input), client, options)
  }
  function all(
    input: Input | WithReferences<Input>,
    options?: AllOptions,
  ): StepWithOut<Id, Page<Item, Count>>
  function all<const Fields extends FieldList<Page<Item, Count>>>(
    input: WithReferences<Input>,
    options: FieldsOption<Fields> & AllOptions,
  ): StepWithOut<Id, Page<Some<Item, Fields>, Count>>
  function all(
    input: unknown,
    options?: AllOptions & Partial<FieldsOption<readonly string[]>>,
  ): object {
    if (typeof (options ?? {}) !== "object")
      return createStep(from, snapshot(input), client, options)
    const { fields, ...others } = Object(options)
    const all = Object.keys(others).length > 0 ? others : true
    return createStep(from, snapshot(input), client, { fields, all })
  }
  const bind = (other: () => Client) => listCapabilityOf<Id, Input, Item, Count>(from, other)
  return Object.assign(call, membersOf(from), { all, [bindTo]: bind })
}

function membersOf<Id extends string, Output>(from: Source<Id, Output>) {
  return { definition: from.definition, contract: () => from.contract(), [source]: from }
}

/**
 * Binds the given capabilities to a client, where `createGhx` binds the whole catalogue.
 *
 * @param tree - capabilities and namespaces by any names
 *
 * @example
 * import { bindTree, createClient } from "ghx"
 * import { view } from "ghx/issue"
 *
 * const issue = bindTree({ view }, createClient({ token: "…" }))
 */
export function bindTree<Tree extends object>(tree: Tree, client: Client): Tree
export function bindTree(tree: object, client: Client): object {
  checkClient(client)
  if (Object(tree) !== tree) throw new TypeError("bindTree takes an object of capabilities")
  const bound = {}
  for (const name of Object.keys(tree)) {
    lazyMember(bound, name, () => bind(Reflect.get(tree, name), client))
  }
  return bound
}

function bind(value: unknown, client: Client): unknown {
  if (isBindable(value)) return value[bindTo](() => client)
  const branch = typeof value === "object" && value !== null && !Array.isArray(value)
  return branch ? bindTree(value, client) : value
}

interface Bindable {
  [bindTo](client: () => Client): unknown
}

function isBindable(value: unknown): value is Bindable {
  return typeof value === "function" && bindTo in value
}

/**
 * Defines a member that is created on first access and is an ordinary property from then on: it can be
 * listed, spied on and replaced. On a frozen owner it stays an accessor that returns the same object.
 */
export function lazyMember(owner: object, name: string, make: () => unknown): void {
  const ordinary = { configurable: true, enumerable: true, writable: true }
  let made: { readonly value: unknown } | undefined
  Object.defineProperty(owner, name, {
    configurable: true,
    enumerable: true,
    get() {
      made ??= { value: make() }
      Reflect.defineProperty(owner, name, { ...ordinary, ...made })
      return made.value
    },
    // Assigning to an object that inherits from the tree creates an own member, as with ordinary members.
    set(value: unknown) {
      Object.defineProperty(this, name, { ...ordinary, value })
    },
  })
}

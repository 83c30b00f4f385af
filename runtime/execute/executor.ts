import type { RunOptions } from "../call/index.js"
import { knownOf, type Registry, type Source } from "../capability/index.js"
import {
  arranged,
  type ChainDryRun,
  type ChainOptions,
  dryRunChain,
  runChain,
} from "../chain/index.js"
import { type Client, destroys, unconfirmed } from "../client/index.js"
import type { ChainResultEnvelope, ResultEnvelope, ResultError } from "../envelope/index.js"
import { GhxError } from "../errors/index.js"
import type { WithPatterns } from "../features/index.js"
import { type ClientOptions, createClient, environmentClient } from "../features/index.js"
import {
  checkOptions,
  copyOf,
  type FieldList,
  type FieldsOption,
  type GivenOptions,
  type KeyOption,
  type Only,
  snapshot,
} from "../input/index.js"
import { createStep } from "../step/index.js"
import { clientOf, type Dependencies } from "./dependencies.js"
import type {
  BriefExplanation,
  CapabilitySummary,
  Catalog,
  ExplainOptions,
  Explanation,
  ListOptions,
} from "./explain.js"
import { copyTasks, readTask, singleTaskFields, type UntypedTask } from "./given-tasks.js"
import type {
  AllOption,
  AnyId,
  InputOf,
  OutputOf,
  ShapedTaskResults,
  Task,
  TaskResults,
  TaskShape,
  Tasks,
} from "./map.js"
import { isOperation, type OperationCompiler, operationSource } from "./operation.js"
import { type FlatTasks, flatResults, flatTasks } from "./task-shape.js"
import type { UnfinishedTask } from "./unfinished.js"

interface ExecutorSource {
  readonly registry: Registry
  /** Loads the generated catalogue. */
  catalog(): Promise<Catalog>
  /** Loads the compiler of operations without a capability. */
  operations?(): Promise<OperationCompiler>
  /** The client for calls that pass none; by default the client of the environment. */
  client?(): Client
  /** Makes the client of options that a call passes. */
  create?(options?: ClientOptions): Client
}

type DependenciesOf<Map> = WithPatterns<Dependencies, keyof Map & string>

/** Capabilities by name. `Map` types inputs and outputs where an id is a literal. */
export interface Executor<Map> {
  /** Runs a capability by its id and returns some fields of its result. */
  execute<Id extends AnyId<Map>, const Fields extends FieldList<OutputOf<Map, Id>>>(
    this: void,
    id: Id,
    params: InputOf<Map, Id>,
    options: RunOptions & FieldsOption<Fields> & KeyOption & AllOption,
  ): Promise<ResultEnvelope<Only<OutputOf<Map, Id>, Fields>>>
  /** Runs a capability by its id. */
  execute<Id extends AnyId<Map>>(
    this: void,
    id: Id,
    params: InputOf<Map, Id>,
    // Includes `fields`, because TypeScript's suggestions come from the last signature.
    options?: RunOptions &
      Partial<FieldsOption<FieldList<OutputOf<Map, Id>>>> &
      KeyOption &
      AllOption,
  ): Promise<ResultEnvelope<OutputOf<Map, Id>>>
  /**
   * Describes a capability and its inputs; with `{ brief: true }` only what a call needs, for a model. A number is
   * ignored, so that `ids.map(explain)` works.
   */
  explain<Options extends ExplainOptions | number>(
    this: void,
    id: AnyId<Map>,
    options?: Options,
  ): Promise<
    ResultEnvelope<Options extends { readonly brief: true } ? BriefExplanation : Explanation>
  >
  /**
   * All capabilities, or those of one domain (`issue`, `pr.thread`). With `{ signatures: true }` each has its
   * call signature. Throws a {@link GhxError} with `candidates` for an unknown domain.
   */
  listCapabilities(
    this: void,
    which?: string | ListOptions,
  ): Promise<CapabilitySummary<keyof Map & string>[]>
  /** Runs one task and returns some fields of its result. */
  executeTask<Id extends AnyId<Map>, const Fields extends FieldList<OutputOf<Map, Id>>>(
    this: void,
    task: Task<Map, Id> & FieldsOption<Fields>,
    deps?: Client | DependenciesOf<Map>,
    options?: RunOptions,
  ): Promise<ResultEnvelope<Only<OutputOf<Map, Id>, Fields>>>
  /** Runs one task. */
  executeTask<Id extends AnyId<Map>>(
    this: void,
    task: Task<Map, Id>,
    deps?: Client | DependenciesOf<Map>,
    options?: RunOptions,
  ): Promise<ResultEnvelope<OutputOf<Map, Id>>>
  /** Runs tasks by name, whose results have the same names; objects and lists keep their shape. */
  executeTasks<const Shape extends TaskShape | readonly TaskShape[]>(
    this: void,
    tasks: Shape,
    deps?: Client | DependenciesOf<Map>,
    options?: ChainOptions,
  ): Promise<ChainResultEnvelope<ShapedTaskResults<Map, Shape>>>
  /**
   * Runs tasks as a chain; one task alone takes the routing of a single call.
   *
   * @param deps - the client to run them through, or the options of one
   */
  executeTasks<const Ids extends readonly AnyId<Map>[], const Given>(
    this: void,
    tasks: Tasks<Map, Ids> & Given,
    deps?: Client | DependenciesOf<Map>,
    options?: ChainOptions,
  ): Promise<ChainResultEnvelope<TaskResults<Map, Ids, Given>>>
  /** The documents and levels of `executeTasks`, without sending anything. */
  dryRunTasks(
    this: void,
    tasks: TaskShape | readonly TaskShape[],
    deps?: Client | DependenciesOf<Map>,
  ): Promise<ChainDryRun>
  dryRunTasks<const Ids extends readonly AnyId<Map>[], const Given>(
    this: void,
    tasks: Tasks<Map, Ids> & Given,
    deps?: Client | DependenciesOf<Map>,
  ): Promise<ChainDryRun>
  /**
   * The tasks that a run of `executeTasks` did not execute, with references to finished ones replaced by
   * values. A write that may have been applied has `outcome: "unknown"`, and is refused until you remove that.
   *
   * @param tasks - the tasks given to `executeTasks`
   * @param envelope - its result, or the `envelope` of its {@link ChainAborted}
   * @param deps - the client of the run
   */
  unfinishedTasks(
    this: void,
    tasks: readonly unknown[] | TaskShape,
    envelope: { readonly results: unknown },
    deps?: Client | DependenciesOf<Map>,
  ): Promise<UnfinishedTask[]>
}

/** Makes the functions that run capabilities by name, from a generated registry and catalogue. */
export function executorOf<Map>(source: ExecutorSource): Executor<Map>
export function executorOf({
  registry,
  catalog,
  operations,
  client,
  create = createClient,
}: ExecutorSource) {
  const own = client ?? environmentClient

  const find = async (id: string): Promise<Found> => {
    if (typeof id === "string" && knownOf(registry, id))
      return { ok: true, capability: registry.source(id) }
    if (operations && isOperation(id))
      return { ok: true, capability: operationSource(id, operations) }
    const { capabilitySummaries, unknownId } = await import("./capability-summaries.js")
    return {
      ok: false,
      error: unknownId(id, await capabilitySummaries(undefined, registry, await catalog())),
    }
  }

  const run = async (
    id: string,
    input: unknown,
    through: () => Client,
    options: RunOptions | undefined,
    asked: GivenOptions,
  ) => {
    const given = snapshot(input)
    const wanted = copyOf(asked)
    const one = await find(id)
    if (!one.ok) return failed(id, one.error)
    const { recording } = through()
    const own = recording
      ? (await import("./tasks.js")).withRecordReferences(given, recording)
      : given
    return createStep(one.capability, own, through, wanted).run(options)
  }

  const clientFor = (deps: Given): (() => Client) => {
    if (deps === undefined || deps === null) return own
    const made = clientOf(deps, (options) => (options ? create(options) : own()))
    return () => made
  }

  const entriesOfTasks = async ({ tasks }: FlatTasks, deps: Given) => {
    const through = clientFor(deps)
    const given = copyTasks(tasks)
    const { entriesOf } = await import("./tasks.js")
    return entriesOf(given, find, through)
  }

  return {
    execute(
      id: string,
      params: unknown,
      given?: RunOptions & Partial<FieldsOption<readonly string[]>> & KeyOption & AllOption,
    ) {
      const { all, fields, key, intended_at, ...options } = { ...given }
      return run(id, params, own, options, { all, fields, key, intended_at })
    },
    async explain(id: string, given: ExplainOptions | number = {}) {
      const options = typeof given === "number" ? {} : given
      const { brief } = checkOptions("explain", options, { brief: "boolean" })
      const one = await find(id)
      if (!one.ok) return failed(id, one.error)
      const [{ briefExplanation, explainContract }, contract, entries] = await Promise.all([
        import("./explain.js"),
        one.capability.contract().catch((error: unknown) => {
          if (error instanceof GhxError) return error
          throw error
        }),
        catalog(),
      ])
      if (contract instanceof GhxError) return contract.envelope
      const data = (brief ? briefExplanation : explainContract)(contract, entries[id])
      return { ok: true as const, data, meta: { capability_id: id } }
    },
    async listCapabilities(which?: string | ListOptions) {
      const { capabilitySummaries } = await import("./capability-summaries.js")
      return capabilitySummaries(which, registry, await catalog())
    },
    async executeTask(one: UntypedTask, deps?: Given, options?: RunOptions) {
      const through = clientFor(deps)
      const given = readTask(one, singleTaskFields)
      const { task, input, confirm, all, fields, key, intended_at } = given
      if (given.notATask !== undefined || given.unknownFields.length > 0) {
        const { invalidTask, taskFormIssues } = await import("./tasks.js")
        return failed(task, invalidTask(task, taskFormIssues(given, singleTaskFields, "")))
      }
      const checked = confirm ? () => refusingUnconfirmed(through()) : through
      return run(task, input, checked, options, { all, fields, key, intended_at })
    },
    async executeTasks(tasks: unknown, deps?: Given, options?: ChainOptions) {
      const flat = flatTasks(tasks)
      const entries = await entriesOfTasks(flat, deps)
      return arranged(runChain(entries, options ?? {}), entries, flat.layout)
    },
    async dryRunTasks(tasks: unknown, deps?: Given) {
      return dryRunChain(await entriesOfTasks(flatTasks(tasks), deps))
    },
    async unfinishedTasks(tasks: unknown, envelope: unknown, deps?: Given) {
      const { findUnfinished } = await import("./unfinished.js")
      const flat = flatTasks(tasks)
      const results = flatResults(flat, Object(envelope).results)
      return findUnfinished(flat.tasks, results, registry, clientFor(deps)())
    },
  }
}

/** The client of a call, or options to make one. */
type Given = Client | Dependencies | undefined

type Found = { ok: true; capability: Source<string, unknown> } | { ok: false; error: ResultError }

/** The client, without the destructive calls that it would not ask to confirm. */
function refusingUnconfirmed(client: Client): Client {
  if (client.guard.asks) return client
  const stops: Client["guard"]["stops"] = async ({ capability_id, input }, _, call) =>
    destroys(call, input) ? unconfirmed(capability_id) : undefined
  return { ...client, guard: { ...client.guard, stops } }
}

function failed(id: string, error: ResultError) {
  // Untyped callers may pass anything, or nothing, as an id.
  return { ok: false as const, error, meta: { capability_id: typeof id === "string" ? id : "" } }
}

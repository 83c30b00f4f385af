import type { RunOptions } from "../call/index.js"
import { type ChainEntry, type ChainOptions, runChain } from "../chain/index.js"
import { type Client, defaultClient } from "../client/index.js"
import type {
  ChainResultEnvelope,
  ChainStepResult,
  ResultEnvelope,
  ResultError,
} from "../envelope/index.js"
import { GhxError } from "../errors/index.js"
import { snapshot } from "../input/index.js"
import type { Definition } from "../routes/index.js"
import { createStep, stepPlan } from "../step/index.js"
import {
  type CapabilityLine,
  type CatalogEntry,
  type Explanation,
  explainEntry,
} from "./catalog.js"
import { clientOf, type Dependencies } from "./dependencies.js"
import type { AnyId, InputOf, OutputOf, Task, TaskResults, Tasks } from "./map.js"
import { unknownDomain, unknownId } from "./unknown-id.js"

/** Every capability by id, each in a module of its own that is loaded when it is first asked for. */
export type Registry = Readonly<Record<string, () => Promise<{ readonly definition: Definition }>>>

export interface ExecutorSource {
  readonly registry: Registry
  /** Loads the generated catalogue. */
  catalog(): Promise<readonly CatalogEntry[]>
  /** The client of calls that bring none; by default the one of the environment. */
  client?(): Client
}

/** Capabilities by name. `Map` gives inputs and outputs their types where an id is a literal. */
export interface Executor<Map> {
  /** Runs a capability by its id. */
  execute<Id extends AnyId<Map>>(
    id: Id,
    params: InputOf<Map, Id>,
    options?: RunOptions,
  ): Promise<ResultEnvelope<OutputOf<Map, Id>>>
  /** Says what a capability is for and how to call it, in few tokens. */
  explain(id: AnyId<Map>): Promise<ResultEnvelope<Explanation>>
  /**
   * Every capability, or those of one domain (`issue`, `pr.thread`), one line each; throws a
   * {@link GhxError} with `candidates` where there is no such domain.
   */
  list_capabilities(domain?: string): Promise<CapabilityLine[]>
  /** Runs one task. */
  executeTask<Id extends AnyId<Map>>(
    task: Task<Map, Id>,
    deps?: Dependencies,
    options?: RunOptions,
  ): Promise<ResultEnvelope<OutputOf<Map, Id>>>
  /** Runs tasks as a chain; one task alone takes the routing of a single call. */
  executeTasks<const Ids extends readonly AnyId<Map>[]>(
    tasks: Tasks<Map, Ids>,
    deps?: Dependencies,
    options?: ChainOptions,
  ): Promise<ChainResultEnvelope<TaskResults<Map, Ids>>>
}

/** An executor as it works inside, where ids are strings and nothing is known of their types. */
interface UntypedExecutor {
  execute(id: string, params: unknown, options?: RunOptions): Promise<ResultEnvelope<unknown>>
  explain(id: string): Promise<ResultEnvelope<Explanation>>
  list_capabilities(domain?: string): Promise<CapabilityLine[]>
  executeTask(
    task: UntypedTask,
    deps?: Dependencies,
    options?: RunOptions,
  ): Promise<ResultEnvelope<unknown>>
  executeTasks(
    tasks: readonly UntypedTask[],
    deps?: Dependencies,
    options?: ChainOptions,
  ): Promise<ChainResultEnvelope<ChainStepResult<string, unknown>[]>>
}

interface UntypedTask {
  readonly task: string
  readonly input: unknown
}

/** Makes the calls by name from a generated registry and catalogue. */
export function executorOf<Map>(source: ExecutorSource): Executor<Map>
export function executorOf({ registry, catalog, client }: ExecutorSource): UntypedExecutor {
  const own = client ?? defaultClient

  const find = async (id: string): Promise<Found> => {
    const load = Object.hasOwn(registry, id) ? registry[id] : undefined
    if (!load) return { ok: false, error: await unknownId(id, Object.keys(registry)) }
    const { definition } = await load()
    return { ok: true, definition }
  }

  const run = async (id: string, input: unknown, through: () => Client, options?: RunOptions) => {
    const given = snapshot(input)
    const found = await find(id)
    if (!found.ok) return failed(id, found.error)
    return createStep(found.definition, given, through).run(options)
  }

  const toEntry = async (
    { task, input }: UntypedTask,
    through: () => Client,
  ): Promise<ChainEntry> => {
    const given = snapshot(input)
    const found = await find(task)
    if (!found.ok) return { ok: false, task, error: found.error }
    const plan = createStep(found.definition, given, through)[stepPlan]
    plan.claim("chain")
    return { ok: true, plan }
  }

  const clientFor = (deps: Dependencies | undefined): (() => Client) => {
    if (!deps || Object.keys(deps).length === 0) return own
    const made = clientOf(deps)
    return () => made
  }

  return {
    execute: (id, params, options) => run(id, params, own, options),
    async explain(id) {
      const entries = await catalog()
      const entry = entries.find((each) => each.id === id)
      if (entry) return { ok: true, data: explainEntry(entry), meta: { capability_id: id } }
      const ids = entries.map((each) => each.id)
      return failed(id, await unknownId(id, ids))
    },
    async list_capabilities(domain) {
      const entries = await catalog()
      const found = entries.filter(
        ({ id }) => domain === undefined || id === domain || id.startsWith(`${domain}.`),
      )
      if (domain !== undefined && found.length === 0) {
        const ids = entries.map(({ id }) => id)
        throw new GhxError(failed("list_capabilities", await unknownDomain(domain, ids)))
      }
      return found.map(({ id, effect, description }) => ({ id, effect, description }))
    },
    async executeTask(one, deps, options) {
      const { task, input }: UntypedTask = Object(one)
      return run(task, input, clientFor(deps), options)
    },
    async executeTasks(tasks, deps, options) {
      const through = clientFor(deps)
      const entries = await Promise.all(tasks.map((task) => toEntry(task, through)))
      return runChain(entries, options ?? {})
    },
  }
}

type Found = { ok: true; definition: Definition } | { ok: false; error: ResultError }

function failed(id: string, error: ResultError) {
  // Callers without types give anything for an id, also nothing.
  return { ok: false as const, error, meta: { capability_id: typeof id === "string" ? id : "" } }
}

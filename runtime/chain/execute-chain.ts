import { batcher, defaultConcurrency } from "../batch/index.js"
import { withinScope } from "../call/index.js"
import type { Client, Handler, Recording } from "../client/index.js"
import type { ResultWarning } from "../envelope/index.js"
import { reasonOf, shorten } from "../errors/index.js"
import { checkOptions, count, type Known, milliseconds } from "../input/index.js"
import { type ConcurrencyLimit, concurrencyLimit } from "../timing/index.js"
import { ChainAborted } from "./chain-failed.js"
import {
  type ChainEntry,
  type ChainOutcome,
  type EntryOutcome,
  summary,
  unsent,
} from "./entries.js"
import { executeEntry, type RunningChain } from "./execute-entry.js"
import { createMemory, type Memory } from "./memory.js"
import { type Prefetcher, prefetcher } from "./prefetch.js"
import { preflight, type ReadyStep } from "./preflight.js"
import { type ChainOptions, chainAround, type Observer } from "./types.js"

const abortedBeforeStart = {
  code: "NETWORK",
  message: "Not sent: the chain was aborted before it began",
  transient: true,
  outcome: "not_sent",
} as const

const known: Known<Omit<ChainOptions, typeof chainAround>> = {
  trace: "boolean",
  signal: "AbortSignal",
  timeout_ms: milliseconds,
  concurrency: count,
  onStep: "function",
  onWait: "function",
}

/** Executes the steps of a chain: all of them, or none if one is invalid. */
export async function executeChain(
  entries: readonly ChainEntry[],
  options: ChainOptions,
): Promise<ChainOutcome> {
  checkOptions("A chain", options, known)
  const { concurrency = defaultConcurrency, trace = false } = options
  const { signal } = options
  if (signal?.aborted) throw new ChainAborted(unsent(entries, abortedBeforeStart), signal.reason)
  return withinScope(
    options,
    async (scope) => {
      const observed = observer(options)
      const recordOrSend = recording(entries)
      const checked = await preflight(entries, scope)
      if (!checked.ok) {
        checked.rejected.forEach(observed.settled)
        const refused = checked.rejected.map((result) => ({ result, metas: [] }))
        return summary(refused, scope.sent, observed.warnings())
      }
      const { ready } = checked
      const limited = concurrencyLimit(concurrency)
      const levels = levelsOf(ready)
      // Without dependencies, no step can learn from another.
      const memory = levels > 1 ? createMemory() : undefined
      const around = options[chainAround]
      const shared = { scope, trace, limited, memory, around, ...observed }
      const outcomes = await recordOrSend((how) => executeEntries(ready, { ...shared, ...how }))
      return summary(outcomes, scope.sent, observed.warnings(), levels)
    },
    ({ status }) => status === "success",
    (result, reason) => new ChainAborted(result, reason),
  )
}

/**
 * The level of each entry: entries of the first level wait for nothing, those of each further level for an entry of
 * the level before.
 */
export function depthsOf(ready: readonly ReadyStep[]): number[] {
  const depths: number[] = []
  for (const { after } of ready)
    depths.push(1 + Math.max(0, ...after.map((one) => depths[one] ?? 0)))
  return depths
}

/** The number of levels, which is the length of the longest sequence of dependent entries. */
function levelsOf(ready: readonly ReadyStep[]): number {
  return Math.max(0, ...depthsOf(ready))
}

/**
 * Executes the entries of a chain: those without dependencies at once, the others when all their
 * dependencies have results. Entries that start at the same moment send together.
 */
export async function executeEntries(
  ready: readonly ReadyStep[],
  shared: Omit<RunningChain, "ready" | "batch" | "several" | "writes" | "clientFor" | "done"> & {
    limited: ConcurrencyLimit
  } & Partial<Executor>,
): Promise<readonly EntryOutcome[]> {
  const [together] = ready.map(({ entry }) => entry.plan.client().batcher)
  const batch = together ?? batcher(shared.limited)
  const chain: RunningChain = {
    ...shared,
    ready,
    batch,
    several: ready.length > 1 || together !== undefined,
    writes: concurrencyLimit(1),
    clientFor: clientsOf(
      shared,
      prefetcher(ready, shared.scope, () => batch.join([])),
    ),
    done: [],
  }
  const waiting = new Map<number, (handler: Handler) => void>()
  const turnOf = (index: number, { after }: ReadyStep) =>
    after.length === 0
      ? batch.join([index])
      : new Promise<Handler>((resolve) => waiting.set(index, resolve))

  const finish = (index: number, outcome: EntryOutcome) => {
    chain.done[index] = outcome
    shared.settled(outcome.result, index)
    for (const [next, begin] of waiting) {
      if (!ready[next]?.after.every((one) => chain.done[one])) continue
      waiting.delete(next)
      // The next entry joins before this one settles; otherwise waiting entries would be sent without it.
      begin(batch.join([next]))
    }
    return outcome
  }

  const execute = shared.executeEntry ?? executeEntry
  const outcomes = await Promise.all(
    ready.map(async (step, index) => {
      const turn = turnOf(index, step)
      const handler = turn instanceof Promise ? await turn : turn
      try {
        return finish(index, await execute(step, index, handler, chain))
      } finally {
        handler.settle()
      }
    }),
  )
  if (shared.scope.signal?.aborted || outcomes.every(({ result }) => result.ok)) return outcomes
  const load = import("./explained.js")
  return load.then(({ explained }) => explained(outcomes, chain)).catch(() => outcomes)
}

/**
 * Returns the client to use in place of each client: its REST requests share the chain's limit, and lookups with
 * known answers are skipped. Documents are limited where they are merged.
 */
function clientsOf(
  { limited, memory }: { readonly limited: ConcurrencyLimit; readonly memory: Memory | undefined },
  prefetched: Prefetcher | undefined,
): (client: Client) => Client {
  const known = new Map<Client, Client>()
  return (client) => {
    const { http } = client
    const own = known.get(client) ?? {
      ...client,
      http: { send: (request, scope) => limited(() => http.send(request, scope)) },
      ...(memory && { remembered: memory.open(client, prefetched) }),
    }
    known.set(client, own)
    return own
  }
}

/** Executes an entry that is ready. */
interface Executor {
  readonly executeEntry: typeof executeEntry
}

/** Records the steps of a chain instead of sending them, until its end. */
export type Recorder = (
  begun: ReadonlyMap<Recording, readonly string[]>,
) => Executor & { end(): void }

/**
 * Prepares the recordings of a chain.
 *
 * @returns a function that runs the chain's executor; the records are in the recordings afterwards
 */
export function recording(entries: readonly ChainEntry[]) {
  const begun = new Map<Recording, readonly string[]>()
  for (const entry of entries) {
    const recording = entry.ok ? entry.plan.client().recording : undefined
    if (recording) begun.set(recording, recording.latest)
  }
  return async <R>(work: (how: Partial<Executor>) => Promise<R>): Promise<R> => {
    const [recording] = begun.keys()
    if (!recording) return work({})
    const recorder = (await recording.loadForChains()) as Recorder
    const { end, ...how } = recorder(begun)
    return work(how).finally(end)
  }
}

/** Calls `onStep` so that nothing in it can lose a result or end the process. */
export function observer({ onStep }: ChainOptions): Observer {
  const warnings: ResultWarning[] = []
  return {
    warn: (warning) => void warnings.push(warning),
    warnings: () => [...warnings],
    settled(result, index) {
      const warn = (error: unknown) => {
        const message = shorten(
          `onStep threw at step ${index} (${result.task}): ${reasonOf(error)}`,
        )
        warnings.push({ code: "CALLER", message, step: index })
      }
      try {
        const returned = onStep?.(result, index)
        if (returned instanceof Promise) returned.catch(warn)
      } catch (error) {
        warn(error)
      }
    },
  }
}

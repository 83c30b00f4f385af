import { batcher, type Handler } from "../batch/index.js"
import type { Client } from "../client/index.js"
import type { ConcurrencyLimit } from "../timing/index.js"
import { executeEntry, type RunningChain } from "./execute-entry.js"
import type { Memory } from "./memory.js"
import { type Prefetcher, prefetcher } from "./prefetch.js"
import type { ReadyStep } from "./preflight.js"
import type { EntryOutcome } from "./summary.js"

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
export function levelsOf(ready: readonly ReadyStep[]): number {
  return Math.max(0, ...depthsOf(ready))
}

/**
 * Executes the entries of a chain: those without dependencies at once, the others when all their
 * dependencies have results. Entries that start at the same moment send together.
 */
export async function executeEntries(
  ready: readonly ReadyStep[],
  shared: Omit<RunningChain, "ready" | "batch" | "several" | "clientFor" | "done"> & {
    limited: ConcurrencyLimit
    /** Executes an entry that is ready. */
    executeEntry?: typeof executeEntry
  },
): Promise<readonly EntryOutcome[]> {
  const batch = batcher(shared.limited)
  const chain: RunningChain = {
    ...shared,
    ready,
    batch,
    several: ready.length > 1,
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

  return Promise.all(
    ready.map(async (step, index) => {
      const turn = turnOf(index, step)
      const handler = turn instanceof Promise ? await turn : turn
      try {
        return finish(
          index,
          await (shared.executeEntry ?? executeEntry)(step, index, handler, chain),
        )
      } finally {
        handler.settle()
      }
    }),
  )
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

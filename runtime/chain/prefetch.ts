import type { Handler } from "../batch/index.js"
import { firstRoute } from "../call/index.js"
import type { Client } from "../client/index.js"
import { namesIn } from "../input/index.js"
import { type Prefetchable, prefetch, prefetchable } from "../routes/index.js"
import type { Scope } from "../timing/index.js"
import type { ReadyStep } from "./preflight.js"

/** What look-ups have found before their steps began. */
export interface Prefetcher {
  /** What a look-up of a client was answered, by its key. */
  found(client: Client, key: string): object | undefined
}

interface Early {
  readonly client: Client
  readonly look: Prefetchable
}

/**
 * Sends look-ups of steps that wait for others in the chain's first document, where it has one: those that
 * do not read what the others will give.
 *
 * @param join - admits what sends with those that wait for nothing
 */
export function prefetcher(
  ready: readonly ReadyStep[],
  scope: Scope,
  join: () => Handler,
): Prefetcher | undefined {
  const early = ready.flatMap((step) => (step.after.length > 0 ? (earlyLook(step) ?? []) : []))
  const asked = early.filter(({ look }) => look.lookups.length > 0)
  if (asked.length === 0) return undefined
  if (!early.some(({ look }) => look.complete) && !ready.some(asksFirst)) return undefined
  const found = new Map<Client, Map<string, object>>()
  const handler = join()
  const all = asked.map(({ client, look }) => {
    const own = found.get(client) ?? new Map<string, object>()
    found.set(client, own)
    const transport = handler.transport(client.graphql, client.batch)
    return prefetch(look, transport, scope, (key, data) => own.set(key, data))
  })
  // What goes wrong here, the look-up of the step itself will say.
  void Promise.allSettled(all).then(() => handler.settle())
  return { found: (client, key) => found.get(client)?.get(key) }
}

function earlyLook(step: ReadyStep): Early | undefined {
  const { definition, input, sources, entry, behind } = step
  const client = entry.plan.client()
  // What it comes after may change what they find, and who carries out what is noted looks up.
  if (behind.length > 0 || client.recording) return undefined
  if (!definition.graphql?.lookups || !goesByGraphql(step)) return undefined
  const missing = new Set(sources.flatMap(({ pointer }) => namesIn(pointer).slice(0, 1)))
  return { client, look: prefetchable(definition.graphql, input, missing) }
}

/** Whether a step sends queries at once. */
function asksFirst(step: ReadyStep): boolean {
  const { after, definition } = step
  const { graphql } = definition
  if (after.length > 0 || !graphql || !goesByGraphql(step)) return false
  return graphql.lookups !== undefined || graphql.operation.type === "query"
}

/** Whether the route that a step will most likely take is GraphQL. */
export function goesByGraphql({ definition, input, entry }: ReadyStep): boolean {
  const constraints = { only: undefined, chained: true }
  return firstRoute({ definition, input }, entry.plan.client(), constraints) === "graphql"
}

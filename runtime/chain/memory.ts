import { planRoutes } from "../call/index.js"
import type { Client, Handler } from "../client/index.js"
import type { Identified, Lookup } from "../definition/index.js"
import type { Remembered } from "../graphql/index.js"
import { namesIn } from "../input/index.js"
import {
  openLookups,
  type Prefetchable,
  prefetch,
  prefetchable,
  recallFor,
} from "../routes/index.js"
import type { Scope } from "../timing/index.js"
import type { ReadyStep } from "./preflight.js"

/** The answers to lookups that a chain knows from results and prefetched lookups. */
export interface Memory {
  /** Remembers the facts in a result, for its client only: another client may see another GitHub. */
  learn(client: Client, all: readonly Identified[]): void
  /** Gives access to the known answers to a client's lookups. */
  open(client: Client, prefetched: Prefetcher | undefined): () => Promise<Remembered>
}

export function createMemory(): Memory {
  const known = new Map<Client, Map<string, object>>()
  const key = (lookup: string, variables: object) => `${lookup}\n${JSON.stringify(variables)}`
  return {
    learn(client, all) {
      const own = known.get(client) ?? new Map<string, object>()
      known.set(client, own)
      for (const { lookup, variables, data } of all) own.set(key(lookup, variables), data)
    },
    open: (client, prefetched) => async () => {
      const inner = client.lookups && (await openLookups(client.lookups))
      return {
        get: (text) => prefetched?.found(client, text) ?? inner?.get(text),
        identified: (lookup, variables) => known.get(client)?.get(key(lookup, variables)),
        set: (text, data) => void inner?.set(text, data),
      }
    },
  }
}

/** Answers to lookups that were sent before their steps began. */
export interface Prefetcher {
  /** The answer to a lookup of a client, by the lookup's key. */
  found(client: Client, key: string): object | undefined
}

interface EarlyLookups {
  readonly client: Client
  readonly look: Prefetchable
}

/**
 * Sends lookups of waiting steps in the chain's first document, if it has one and they do not depend on
 * other steps.
 *
 * @param join - admits a handler that sends with the first level
 */
export function prefetcher(
  ready: readonly ReadyStep[],
  scope: Scope,
  join: () => Handler,
): Prefetcher | undefined {
  const early = ready.flatMap((step) => (step.after.length > 0 ? (earlyLookupsOf(step) ?? []) : []))
  const asked = early.filter(({ look }) => look.lookups.length > 0)
  if (asked.length === 0) return undefined
  if (!early.some(({ look }) => look.complete) && !ready.some(beginsWithQuery)) return undefined
  const found = new Map<Client, Map<string, object>>()
  const handler = join()
  const all = asked.map(({ client, look }) => {
    const own = found.get(client) ?? new Map<string, object>()
    found.set(client, own)
    const transport = handler.transport(client.graphql, client.batch)
    return prefetch(look, transport, scope, (key, data) => own.set(key, data))
  })
  // The step's own lookup reports any failure.
  void Promise.allSettled(all).then(() => handler.settle())
  return { found: (client, key) => found.get(client)?.get(key) }
}

function earlyLookupsOf(step: ReadyStep): EarlyLookups | undefined {
  const { definition, entry, behind } = step
  const client = entry.plan.client()
  // Earlier steps may change the answers. A client that records sends nothing: whoever executes the record makes the
  // lookups.
  if (behind.length > 0 || client.recording) return undefined
  if (!definition.graphql?.lookups || !prefersGraphql(step)) return undefined
  return { client, look: unansweredLookups(step, definition.graphql) }
}

/** The lookups that are possible now, without those whose results the client already has. */
function unansweredLookups(
  { definition, input, sources, entry }: ReadyStep,
  route: Graphql,
): Prefetchable {
  const missing = new Set(sources.flatMap(({ pointer }) => namesIn(pointer).slice(0, 1)))
  const { complete, lookups } = prefetchable(route, input, missing)
  const known = recallFor({ definition, client: entry.plan.client() })
  const isUnknown = ({ operation }: Lookup<unknown>, variables: object) =>
    known(operation.name, variables) === undefined
  const open = lookups.map((one) => ({
    ...one,
    all: one.all.filter(({ variables }) => isUnknown(one.lookup, variables)),
  }))
  return { complete, lookups: open.filter(({ all }) => all.length > 0) }
}

type Graphql = NonNullable<ReadyStep["definition"]["graphql"]>

function beginsWithQuery(step: ReadyStep): boolean {
  const { after, definition } = step
  const { graphql } = definition
  if (after.length > 0 || !graphql || !prefersGraphql(step)) return false
  if (graphql.operation.type === "query") return true
  const { complete, lookups } = unansweredLookups(step, graphql)
  return !complete || lookups.length > 0
}

/** Whether the route that a step will most likely take is GraphQL. */
export function prefersGraphql({ definition, input, entry }: ReadyStep): boolean {
  const constraints = { only: undefined, chained: true }
  const planned = planRoutes({ definition, input }, entry.plan.client(), constraints)
  return planned.find(({ excluded }) => excluded === undefined)?.route.type === "graphql"
}

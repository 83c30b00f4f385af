/** Lookups that are sent before their steps begin. */
import { planRoutes } from "../call/index.js"
import type { Client, Handler } from "../client/index.js"
import type { Lookup } from "../definition/index.js"
import { namesIn } from "../input/index.js"
import { type Definition, lookupKey, mapData, recallFor } from "../routes/index.js"
import type { Scope } from "../timing/index.js"
import type { ReadyStep } from "./preflight.js"

/** Answers to lookups that were sent before their steps began. */
export interface Prefetcher {
  /** The answer to a lookup of a client, by the lookup's key. */
  found(client: Client, key: string): object | undefined
}

/** The lookups of a step that are possible although other steps provide some of its inputs. */
interface EarlyLookups {
  readonly client: Client
  /** Whether these are all lookups of the step. */
  readonly complete: boolean
  readonly lookups: readonly EarlyLookup[]
  /** The input; reading an unknown value in it throws. */
  readonly known: unknown
}

interface EarlyLookup {
  readonly lookup: Lookup<unknown>
  readonly item: unknown
  readonly variables: object
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
  const asked = early.filter(({ lookups }) => lookups.length > 0)
  if (asked.length === 0) return undefined
  if (!early.some(({ complete }) => complete) && !ready.some(beginsWithQuery)) return undefined
  const found = new Map<Client, Map<string, object>>()
  const handler = join()
  const all = asked.flatMap(({ client, lookups, known }) => {
    const own = found.get(client) ?? new Map<string, object>()
    found.set(client, own)
    const transport = handler.transport(client.graphql, client.batch)
    return lookups.map(async ({ lookup, item, variables }) => {
      const { operation } = lookup
      const answer = await transport.query({ operation, variables, scope })
      if (!answer.ok || answer.errors.length > 0) return
      const { data } = answer
      const mapped = mapData(data, (one) => lookup.result(one, known, item))
      // A missing object may be created later.
      if (!mapped.ok || mapped.value === null || typeof data !== "object" || data === null) return
      own.set(lookupKey(operation, variables), data)
    })
  })
  // The step's own lookup reports any failure.
  void Promise.allSettled(all).then(() => handler.settle())
  return { found: (client, key) => found.get(client)?.get(key) }
}

function earlyLookupsOf(step: ReadyStep): EarlyLookups | undefined {
  // Earlier steps may change the answers. A client that records sends nothing: whoever executes the record makes the
  // lookups.
  if (step.behind.length > 0 || step.entry.plan.client().recording) return undefined
  const { definition, input, entry } = step
  if (!definition.graphql?.lookups || !prefersGraphql(definition, input, entry.plan.client()))
    return undefined
  return unansweredLookups(step)
}

/** The lookups that are possible now, without those whose results the client already has. */
function unansweredLookups({ definition, input, sources, entry }: ReadyStep): EarlyLookups {
  const client = entry.plan.client()
  const missing = new Set(sources.flatMap(({ pointer }) => namesIn(pointer).slice(0, 1)))
  const known = withoutMissing(input, missing)
  const recall = recallFor({ definition, client })
  const all = Object.values(definition.graphql?.lookups ?? {}).map((one) => possible(one, known))
  const lookups = all.flatMap((one) => one ?? [])
  return {
    client,
    complete: !all.includes(undefined),
    lookups: lookups.filter((one) => !recall(one.lookup.operation.name, one.variables)),
    known,
  }
}

/** What a lookup asks for; undefined if that depends on missing inputs. */
function possible(lookup: Lookup<unknown>, known: unknown): EarlyLookup[] | undefined {
  // A list is not prefetched, because that would fetch only its first page.
  if (lookup.among) return undefined
  try {
    const items = lookup.foreach ? (lookup.foreach(known) ?? []) : [undefined]
    return items.flatMap((item) => {
      const variables = lookup.variables(known, item, undefined)
      return variables ? [{ lookup, item, variables }] : []
    })
  } catch (error) {
    if (error instanceof NotKnownYet) return undefined
    throw error
  }
}

function beginsWithQuery(step: ReadyStep): boolean {
  const { after, definition, input, entry } = step
  const { graphql } = definition
  if (after.length > 0 || !graphql) return false
  if (!prefersGraphql(definition, input, entry.plan.client())) return false
  if (graphql.operation.type === "query") return true
  const { complete, lookups } = unansweredLookups(step)
  return !complete || lookups.length > 0
}

class NotKnownYet extends Error {}

/** An input that throws when a missing property is read. */
function withoutMissing(input: unknown, missing: ReadonlySet<string>): unknown {
  return new Proxy(Object(input), {
    get(target, name) {
      if (typeof name === "string" && missing.has(name)) throw new NotKnownYet()
      return Reflect.get(target, name)
    },
  })
}

/** Whether the route that a step will most likely take is GraphQL. */
export function prefersGraphql(definition: Definition, input: unknown, client: Client): boolean {
  const constraints = { only: undefined, chained: true }
  const planned = planRoutes({ definition, input }, client, constraints)
  return planned.find(({ excluded }) => excluded === undefined)?.route.type === "graphql"
}

/** Collects the requests that a chain would send. Loaded by the first dry run. */

import { withinScope } from "../call/index.js"
import type { Client, Handler } from "../client/index.js"
import type { GraphqlRoute, JsonSchema } from "../definition/index.js"
import { type GraphqlRequest, type GraphqlTransport, textOf } from "../graphql/index.js"
import { pathText } from "../reference/index.js"
import { lookupKey, recallFor } from "../routes/index.js"
import { concurrencyLimit } from "../timing/index.js"
import { type ChainEntry, labelOf } from "./entries.js"
import { depthsOf, executeEntries } from "./execute-chain.js"
import type { RunningChain } from "./execute-entry.js"
import { createMemory } from "./memory.js"
import { prefersGraphql } from "./prefetch.js"
import { preflight, type ReadyStep } from "./preflight.js"
import type { ChainDryRun, DryDocument } from "./types.js"
import { fillIn, type ValueSource, valueAtPlace } from "./values.js"

/** Runs a chain with clients that only record requests. */
export async function dryRun(entries: readonly ChainEntry[]): Promise<ChainDryRun> {
  const documents: DryDocument[] = []
  const others: string[] = []
  const silent = silentClients(documents)
  return withinScope(
    {},
    async (scope): Promise<ChainDryRun> => {
      const checked = await preflight(entries, scope, silent)
      if (!checked.ok) return { status: "rejected", results: checked.rejected }
      const ready = checked.ready.map((step): ReadyStep => {
        const { plan } = step.entry
        const { definition, load, input, options } = plan
        const client = () => silent(plan.client())
        const own = { definition, load, input, options, client }
        return { ...step, entry: { ...step.entry, plan: own } }
      })
      const outputs = outputsOf(ready)
      await executeEntries(ready, {
        scope,
        trace: false,
        limited: concurrencyLimit(Number.MAX_SAFE_INTEGER),
        memory: createMemory(),
        settled: () => {},
        warn: () => {},
        async executeEntry(step, index, handler, chain) {
          const { definition, input, entry } = step
          const isGraphql = prefersGraphql(definition, input, entry.plan.client())
          const route = isGraphql ? definition.graphql : undefined
          if (route) await recordStep(step, route, { index, handler, chain, outputs })
          else others.push(labelOf(entry, index))
          return { result: { task: definition.id, ok: true, data: outputs[index] }, metas: [] }
        },
      })
      return { status: "ready", levels: levelsIn(ready), documents, others }
    },
    () => true,
  )
}

/** Clients that record documents, and confirm no destructive call. */
function silentClients(documents: DryDocument[]): (client: Client) => Client {
  const known = new Map<Client, Client>()
  const note = async ({ operation, variables }: GraphqlRequest) => {
    const { type } = operation
    const document = textOf(operation)
    documents.push({ type, document, variables: JSON.parse(JSON.stringify(variables)) })
    return { ok: true as const, data: placeholderData(document), errors: [], headers: {} }
  }
  const graphql: GraphqlTransport = { query: note, mutate: note }
  return (client) => {
    const guard = { ...client.guard, stops: async () => undefined }
    const silent = known.get(client) ?? { ...client, graphql, guard }
    known.set(client, silent)
    known.set(silent, silent)
    return silent
  }
}

/** Data in which every lookup finds an object. */
function placeholderData(document: string): object {
  const anything: object = new Proxy(
    {},
    { get: (_, name) => (name === "toJSON" ? () => null : anything) },
  )
  const aliases = [...document.matchAll(/\bs\d+_\w+(?=:)/g)].map(([alias]) => [alias, anything])
  return aliases.length > 0 ? Object.fromEntries(aliases) : anything
}

interface Turn {
  readonly index: number
  readonly handler: Handler
  readonly chain: RunningChain
  readonly outputs: readonly unknown[]
}

/** Makes the requests of a step that is ready, once for each item of its list. */
async function recordStep(
  step: ReadyStep,
  route: GraphqlRoute<unknown, unknown>,
  turn: Turn,
): Promise<void> {
  const { index, handler, chain, outputs } = turn
  if (!step.list) return recordCall(step, route, turn)
  const { from, place } = step.list
  const items = [valueAtPlace(sourceOutput(from, outputs), place.path)].flat()
  const handlers = items.map((_, at) => chain.batch.join([index, at]))
  handler.settle()
  const all = handlers.map((own, at) =>
    recordCall(step, route, { ...turn, handler: own }, items[at]).finally(() => own.settle()),
  )
  await Promise.all(all)
}

async function recordCall(
  { entry, definition, input: given, sources, list }: ReadyStep,
  route: GraphqlRoute<unknown, unknown>,
  { index, handler, chain, outputs }: Turn,
  item?: unknown,
): Promise<void> {
  const fillings = sources.map(({ from, pointer, place }) => {
    const value = valueAtPlace(sourceOutput(from, outputs, item), place.path)
    return { pointer, value: value ?? `<${pathText(place.path)}>` }
  })
  const input = fillIn({ value: given, issues: [] }, fillings).value
  const client = entry.plan.client()
  const own = chain.clientFor(client)
  const transport = handler.transport(own.graphql, own.batch)
  const { scope } = chain
  const remembered = await own.remembered?.()
  const known = recallFor({ definition, client })
  const lookups = Object.entries(route.lookups ?? {}).map(async ([name, lookup]) => {
    const find = async (one?: unknown) => {
      const { operation } = lookup
      const variables = lookup.variables(input, one, undefined)
      if (variables === undefined || variables === null) return variables
      const knownAnswer =
        remembered?.identified?.(operation.name, variables) ?? known(operation.name, variables)
      if (knownAnswer) return lookup.result(knownAnswer, input, one)
      const isKnown = remembered?.get(lookupKey(operation, variables)) !== undefined
      if (!isKnown) await transport.query({ operation, variables, scope })
      return one === undefined ? `<${name}>` : `<${name}: ${one}>`
    }
    if (!lookup.foreach) return [name, await find()] as const
    const items = lookup.foreach(input)
    return [name, items && (await Promise.all(items.map(find)))] as const
  })
  const found = Object.fromEntries(await Promise.all(lookups))
  const { operation } = route
  const request = { operation, variables: route.variables(input, found), scope }
  if (operation.type === "query") await transport.query(request)
  else await transport.mutate({ ...request, failureIn: () => undefined })
  if (!list) chain.memory?.learn(client, definition.identifies?.(outputs[index], input) ?? [])
}

function sourceOutput(
  from: ValueSource["from"],
  outputs: readonly unknown[],
  item?: unknown,
): unknown {
  if (from === "item") return item
  return typeof from === "number" ? outputs[from] : undefined
}

/** The output of each step, with placeholders for unknown values. */
function outputsOf(ready: readonly ReadyStep[]): unknown[] {
  return ready.map(({ entry, definition, list }, index) => {
    const label = labelOf(entry, index)
    const places = ready.flatMap(({ sources, list }) =>
      [...sources, ...(list ? [list] : [])].flatMap(({ from, place }) =>
        from === index ? place.path.filter((part) => typeof part === "number") : [],
      ),
    )
    const output = placeholder(definition.output, label, Math.max(-1, ...places))
    return list ? [output] : output
  })
}

/** A value that matches a schema. A list has as many items as references read by index need. */
function placeholder(schema: JsonSchema, place: string, last: number): unknown {
  const choices = schema.anyOf ?? schema.oneOf ?? [schema]
  const { type, properties, items = {} } = choices.find((one) => one.type !== "null") ?? schema
  if ([type].flat().includes("array")) {
    if (last < 0) return [placeholder(items, `${place}[*]`, last)]
    return Array.from({ length: last + 1 }, (_, at) => placeholder(items, `${place}[${at}]`, last))
  }
  if (!properties) return `<${place}>`
  const members = Object.entries(properties).map(
    ([name, inner]) => [name, placeholder(inner, `${place}.${name}`, last)] as const,
  )
  return Object.fromEntries(members)
}

function levelsIn(ready: readonly ReadyStep[]): string[][] {
  const depths = depthsOf(ready)
  return Array.from({ length: Math.max(0, ...depths) }, (_, level) =>
    ready.flatMap(({ entry }, index) =>
      depths[index] === level + 1 ? [labelOf(entry, index)] : [],
    ),
  )
}

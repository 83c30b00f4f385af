import { batcher } from "../../batch/index.js"
import type { Among, GraphqlPage, Lookup } from "../../definition/index.js"
import { unreadable } from "../../errors/index.js"
import {
  type Answered,
  failuresOf,
  type GraphqlAnswer,
  type Identities,
  identityKey,
  type LookupCache,
  mergeFailures,
  type Remembered,
  textOf,
} from "../../graphql/index.js"
import { concurrencyLimit, monotonicNow } from "../../timing/index.js"
import {
  type Found,
  type FoundValues,
  findAll,
  type GraphqlLookups,
  type LookupCall,
  type LookupOutcome,
  lookedFor,
  oneOf,
  unansweredLookup,
} from "../route/index.js"
import { type Mapped, mapData } from "./route.js"

/** Maximum number of lookup documents in flight. */
const mostAtOnce = 10

export const graphqlLookups: GraphqlLookups = {
  transport: ({ graphql, batch }) =>
    batcher(concurrencyLimit(mostAtOnce)).join([0]).transport(graphql, batch),
  async around(call, send) {
    const recalled: string[] = []
    const finding = runLookups(call, recalled)
    const result = await send(finding)
    if (recalled.length === 0 || !isGone(result)) return result
    const { identities, lookups } = call.client
    for (const key of recalled) identities?.known.delete(key)
    if (lookups) lookups.answers = undefined
    const [before, now] = [await finding, await runLookups(call)]
    return JSON.stringify(now) === JSON.stringify(before) ? result : send(Promise.resolve(now))
  },
  async explain(failure, call) {
    if (!failure.message.includes('Found no label "')) return failure
    return (await import("./missing-label.js")).withLabels(failure, call)
  },
}

/** Whether GitHub did nothing because an object does not exist. */
function isGone({ ok, failure }: LookupOutcome): boolean {
  return !ok && failure?.code === "NOT_FOUND" && failure.outcome === "rejected"
}

/** @param recalled - collects the keys of answers taken from earlier results; absent if none may be used */
async function runLookups(call: LookupCall, recalled?: string[]): Promise<FoundValues> {
  const { route, input, graphql, scope, client } = call
  const sent = new Map<string, Promise<GraphqlAnswer>>()
  // Opened before the first lookup, so that from here on all lookups are queued within one turn.
  const remembered = client.remembered
    ? await client.remembered()
    : client.lookups && (await openLookups(client.lookups))
  const known = recalled && recallFor(call)

  const ask = (lookup: Lookup<unknown>, variables: object): Promise<GraphqlAnswer> => {
    const key = lookupKey(lookup.operation, variables)
    const answer = sent.get(key) ?? graphql.query({ operation: lookup.operation, variables, scope })
    sent.set(key, answer)
    return answer
  }

  const recall = ({ operation: { name, ...operation } }: Lookup<unknown>, variables: object) => {
    const answer =
      remembered?.identified?.(name, variables) ??
      remembered?.get(lookupKey({ name, ...operation }, variables))
    if (answer) return answer
    const data = known?.(name, variables)
    if (data) recalled?.push(identityKey(name, variables))
    return data
  }

  return findAll(
    route.lookups ?? {},
    input,
    async (lookup, item) => {
      const variablesOf = (after?: string) => lookup.variables(input, item?.value, after)
      const variables = variablesOf()
      if (variables === undefined || variables === null) return { kind: "found", value: variables }
      return find({
        subject: lookup.subject,
        among: lookup.among,
        ...lookedFor(lookup, variables, input, item),
        first: variables,
        next: (after: string) => variablesOf(after) ?? variables,
        ask: (variables) => ask(lookup, variables),
        recall: (variables) => recall(lookup, variables),
        remember: (variables, data) =>
          remembered?.set(lookupKey(lookup.operation, variables), data),
        resultOf: (data) => lookup.result(data, input, item?.value),
      })
    },
    mergeFailures,
  )
}

type Ask = (variables: object) => Promise<GraphqlAnswer> | GraphqlAnswer

/** One lookup; if it has several items, the lookup of one of them. */
interface LookupQuery {
  readonly subject: string
  readonly among: Among | undefined
  /** The name of the item in messages. */
  readonly name: string
  /** The message if the item is missing. */
  readonly message: string
  /** The variables of the request; for a list, those of its first page. */
  readonly first: object
  /** The variables of the page after a cursor. */
  next(after: string): object
  readonly ask: Ask
  /** The answer to the same lookup of an earlier call, if it is still valid. */
  recall(variables: object): object | undefined
  remember(variables: object, data: object): void
  /** The result in an answer, or null; for a search, all candidates. */
  resultOf(data: unknown): unknown
}

/** Runs a lookup. A remembered answer counts only if it contains the result. */
async function find(asked: LookupQuery): Promise<Found> {
  const { ask, first, recall } = asked
  if (recall(first)) {
    const known = await read(asked, (variables) => {
      const data = recall(variables)
      return { ok: true, data, errors: [], headers: {} }
    })
    if (known.kind === "found") return known
  }
  return read(asked, ask)
}

/** Reads a list to its end, because a second match would make the lookup ambiguous. */
async function read(asked: LookupQuery, ask: Ask): Promise<Found> {
  const { among, resultOf } = asked
  const found: unknown[] = []
  const answers: [variables: object, answer: Answered][] = []
  let variables = asked.first
  for (;;) {
    const answer = await ask(variables)
    if (!answer.ok) return unansweredLookup(answer.failure)
    answers.push([variables, answer])
    const mapped = mapData(answer.data, resultOf)
    if (!mapped.ok || mapped.value === null) return missingOrFailed(answer, mapped, asked)
    if (!among) {
      found.push(mapped.value)
      break
    }
    if (Array.isArray(mapped.value)) found.push(...mapped.value)
    const page = mapData(answer.data, (data) => among.page?.(data) ?? null)
    const after = page.ok ? cursorOf(page.value) : null
    const isCut = after !== null && answers.length === among.most_pages
    if (after !== null && !isCut) {
      variables = asked.next(after)
      continue
    }
    if (found.length === 0 && answer.errors.length > 0)
      return missingOrFailed(answer, { ok: true, value: null }, asked)
    if (found.length !== 1) return oneOf(found, { ...asked, isCut })
    break
  }
  for (const [variables, { data, errors }] of answers) {
    if (typeof data === "object" && data !== null && errors.length === 0)
      asked.remember(variables, data)
  }
  return { kind: "found", value: found[0] }
}

/** The cursor of the next page; null at the end. */
function cursorOf(page: GraphqlPage | null): string | null {
  return page?.hasNextPage ? page.endCursor : null
}

function missingOrFailed(
  answer: Answered,
  mapped: Mapped<unknown>,
  { name, message }: Pick<LookupQuery, "name" | "message">,
): Found {
  if (!mapped.ok && answer.errors.length === 0)
    return { kind: "failed", failure: unreadable(mapped.reason) }
  const failure = mergeFailures(failuresOf(answer))
  if (failure && failure.code !== "NOT_FOUND") return { kind: "failed", failure }
  return { kind: "missing", name, message: failure?.message ?? message }
}

/**
 * GitHub never reuses a number, but a repository name can be reused. The time limit bounds how long such a name leads
 * to a wrong id.
 */
const DEFAULT_TTL_MS = 300_000

/**
 * The answers to a call's lookups that its client remembers. Calls that destroy something and calls with a key always
 * look up.
 */
export function recallFor({
  definition: { effect, key },
  client: { identities },
}: Pick<LookupCall, "definition" | "client">) {
  return (lookup: string, variables: object): object | undefined =>
    identities && effect !== "destroy" && key === undefined
      ? recall(identities, lookup, variables)
      : undefined
}

function recall(
  { known, ttl_ms = DEFAULT_TTL_MS }: Identities,
  lookup: string,
  variables: object,
): object | undefined {
  // A name, such as that of a label, can be given to another object, so only numbers are remembered.
  if (!Object.values(variables).some((value) => typeof value === "number")) return undefined
  const one = known.get(identityKey(lookup, variables))
  return one && monotonicNow() - one.at < ttl_ms ? one.data : undefined
}

/** The cache key of a lookup. */
export function lookupKey(operation: Lookup<unknown>["operation"], variables: object): string {
  return `${textOf(operation)}\n${JSON.stringify(variables)}`
}

/** Opens a cache for the lookups of one call. Its library is loaded by the first lookup. */
export async function openLookups(cache: LookupCache): Promise<Remembered> {
  if (cache.answers) return cache.answers
  const { LRUCache } = await import("lru-cache")
  cache.answers ??= new LRUCache<string, object>({ max: cache.max, ttl: cache.ttl_ms })
  return cache.answers
}

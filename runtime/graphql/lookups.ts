import { nothingFound } from "../call/not-found.js"
import type { GraphqlRoute, Lookup } from "../definition.js"
import { type Failure, unreadable } from "../errors/index.js"
import { listValues, nameValue } from "../name-values.js"
import type { Scope } from "../scope.js"
import type { LookupCache } from "./lookup-cache.js"
import { failuresOf, mapData, mergeFailures } from "./read-result.js"
import type { GraphqlAnswer, GraphqlTransport } from "./transport.js"

export type LookupResult =
  | { ok: true; values: Record<string, unknown> }
  | { ok: false; failure: Failure }

/** One value looked up: found (or passed on unasked), missing under a name, or failed. */
type Found =
  | { kind: "found"; value: unknown }
  | { kind: "missing"; name: string; message: string }
  | { kind: "failed"; failure: Failure }

/** Runs all look-ups of a call at once; equal ones are sent once. */
export async function runLookups<Input>(
  route: GraphqlRoute<Input, unknown>,
  input: Input,
  transport: GraphqlTransport,
  scope: Scope,
  cache?: LookupCache,
): Promise<LookupResult> {
  const sent = new Map<string, Promise<GraphqlAnswer>>()
  // Opened before the first look-up: from here on all of them are asked for within one turn.
  const remembered = cache && route.lookups && (await cache.open())

  const query = (key: string, lookup: Lookup<Input>, variables: object): Promise<GraphqlAnswer> => {
    let answer = sent.get(key)
    if (!answer) {
      answer = transport.query({ operation: lookup.operation, variables, scope })
      sent.set(key, answer)
    }
    return answer
  }

  const one = async (lookup: Lookup<Input>, item?: { value: unknown }): Promise<Found> => {
    const variables = lookup.variables(input, item?.value)
    if (variables === undefined || variables === null) return { kind: "found", value: variables }
    const key = `${lookup.operation.document}\n${JSON.stringify(variables)}`
    const known = mapData(remembered?.get(key), (data) => lookup.result(data))
    if (known.ok && known.value !== null) return { kind: "found", value: known.value }
    const answer = await query(key, lookup, variables)
    if (!answer.ok) return { kind: "failed", failure: answer.failure }
    const { data, errors } = answer
    const mapped = mapData(data, (found) => lookup.result(found))
    if (mapped.ok && mapped.value !== null) {
      if (typeof data === "object" && data !== null && errors.length === 0)
        remembered?.set(key, data)
      return { kind: "found", value: mapped.value }
    }
    if (!mapped.ok && answer.errors.length === 0) {
      return { kind: "failed", failure: unreadable(mapped.reason) }
    }
    const name = item ? nameValue(item.value) : listValues(variables)
    return missing(answer, name, `Found no ${lookup.subject} ${item ? name : `for ${name}`}.`)
  }

  const all = await Promise.all(
    Object.entries(route.lookups ?? {}).map(async ([name, lookup]) => {
      if (!lookup.foreach) return { name, found: [await one(lookup)], many: false, skip: undefined }
      const items = lookup.foreach(input)
      if (items === undefined || items === null)
        return { name, found: [], many: true, skip: { items } }
      const found = await Promise.all(items.map((value) => one(lookup, { value })))
      return { name, found, many: true, skip: undefined }
    }),
  )

  const failure = failureOf(all.flatMap(({ found }) => found))
  if (failure) return { ok: false, failure }
  const values = all.map(({ name, found, many, skip }) => {
    const values = found.map((each) => (each.kind === "found" ? each.value : null))
    return [name, skip ? skip.items : many ? values : values[0]] as const
  })
  return { ok: true, values: Object.fromEntries(values) }
}

function missing(
  answer: Extract<GraphqlAnswer, { ok: true }>,
  name: string,
  sentence: string,
): Found {
  const failure = mergeFailures(failuresOf(answer))
  if (failure && failure.code !== "NOT_FOUND") return { kind: "failed", failure }
  return { kind: "missing", name, message: failure?.message ?? sentence }
}

/** A failure hides what is missing, since it may be its cause; otherwise every missing name counts. */
function failureOf(all: readonly Found[]): Failure | undefined {
  const failures = all.flatMap((each) => (each.kind === "failed" ? [each.failure] : []))
  const merged = mergeFailures(failures)
  // Nothing that goes wrong with a look-up can have changed anything.
  if (merged) return { ...merged, outcome: "not_sent" }
  return nothingFound(all.flatMap((each) => (each.kind === "missing" ? [each] : [])))
}

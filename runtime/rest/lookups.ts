import { nothingFound } from "../call/not-found.js"
import type { HttpAnswer } from "../client/http.js"
import { concurrencyLimit } from "../concurrency-limit.js"
import type { RestLookup, RestRequest } from "../definition.js"
import { type Failure, unreadable } from "../errors/index.js"
import { listValues, nameValue } from "../name-values.js"

/** GitHub asks for few requests at once. */
const mostAtOnce = 5

export type RestLookups =
  | { ok: true; values: Record<string, unknown> }
  | { ok: false; failure: Failure }

/** One value looked up: found (or passed on unasked), missing under a name, or failed. */
type Found =
  | { kind: "found"; value: unknown }
  | { kind: "missing"; name: string; message: string }
  | { kind: "failed"; failure: Failure }

type Ask = (lookup: RestLookup<unknown>, wanted: RestRequest) => Promise<HttpAnswer>

/** Runs the look-ups of a REST route side by side. */
export async function runRestLookups(
  lookups: Readonly<Record<string, RestLookup<unknown>>>,
  input: unknown,
  ask: Ask,
): Promise<RestLookups> {
  const limited = concurrencyLimit(mostAtOnce)
  const one = (lookup: RestLookup<unknown>, item?: { value: unknown }) =>
    limited(() => find(lookup, input, item, ask))
  const all = await Promise.all(
    Object.entries(lookups).map(async ([name, lookup]) => {
      if (!lookup.foreach) return { name, lookup, found: [await one(lookup)], list: false as const }
      const items = lookup.foreach(input)
      const found = await Promise.all((items ?? []).map((value) => one(lookup, { value })))
      return { name, lookup, found, list: true as const, items }
    }),
  )
  const failure = failureOf(
    all.flatMap(({ lookup, found }) =>
      lookup.optional ? found.filter(({ kind }) => kind !== "missing") : found,
    ),
  )
  if (failure) return { ok: false, failure }
  const values = all.map((each) => {
    const values = each.found.flatMap((found) => (found.kind === "found" ? [found.value] : []))
    if (!each.list) return [each.name, values.length === 0 ? null : values[0]] as const
    return [each.name, each.items ? values : each.items] as const
  })
  return { ok: true, values: Object.fromEntries(values) }
}

async function find(
  lookup: RestLookup<unknown>,
  input: unknown,
  item: { value: unknown } | undefined,
  ask: Ask,
): Promise<Found> {
  const wanted = lookup.request(input, item?.value)
  if (wanted === undefined || wanted === null) return { kind: "found", value: wanted }
  const answer = await ask(lookup, wanted)
  if (!answer.ok && answer.failure.code !== "NOT_FOUND") {
    return { kind: "failed", failure: answer.failure }
  }
  const name = item ? nameValue(item.value) : listValues(wanted.path)
  const message = `Found no ${lookup.subject} ${item ? name : `for ${name}`}.`
  if (!answer.ok) return { kind: "missing", name, message }
  try {
    const value = lookup.result(answer.body, input, item?.value) ?? null
    return value === null ? { kind: "missing", name, message } : { kind: "found", value }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: "failed", failure: unreadable(reason) }
  }
}

/** A failure hides what is missing, since it may be its cause. Nothing has been changed so far. */
function failureOf(all: readonly Found[]): Failure | undefined {
  const failed = all.find((each) => each.kind === "failed")
  if (failed) return { ...failed.failure, outcome: "not_sent" }
  return nothingFound(all.flatMap((each) => (each.kind === "missing" ? [each] : [])))
}

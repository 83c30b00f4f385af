import type { RestLookup, RestRequest } from "../../definition/index.js"
import { listValues, nameValue, reasonOf, unreadable } from "../../errors/index.js"
import type { HttpAnswer } from "../../http/index.js"
import { concurrencyLimit } from "../../timing/index.js"
import { type Found, type FoundValues, findAll } from "../route/index.js"

/** GitHub asks for few requests at once. */
const mostAtOnce = 5

type Ask = (lookup: RestLookup<unknown>, wanted: RestRequest) => Promise<HttpAnswer>

/** Runs the look-ups of a REST route. */
export function runRestLookups(
  lookups: Readonly<Record<string, RestLookup<unknown>>>,
  input: unknown,
  ask: Ask,
): Promise<FoundValues> {
  const limited = concurrencyLimit(mostAtOnce)
  return findAll(lookups, input, (lookup, item) => limited(() => find(lookup, input, item, ask)))
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
    return { kind: "failed", failure: unreadable(reasonOf(error)) }
  }
}

import type { RestLookup } from "../../definition/index.js"
import { reasonOf, unreadable } from "../../errors/index.js"
import type { HttpAnswer } from "../../http/index.js"
import { concurrencyLimit } from "../../timing/index.js"
import {
  type Found,
  findAll,
  lookedFor,
  MOST_ITEMS,
  oneOf,
  type RestLookups,
  unansweredLookup,
} from "../route/index.js"
import { nextAddress } from "./link.js"

/** GitHub advises against many concurrent requests. */
const mostAtOnce = 5

type Ask = Parameters<RestLookups["find"]>[2]

export const restLookups: RestLookups = {
  find(lookups, input, ask) {
    const limited = concurrencyLimit(mostAtOnce)
    return findAll(lookups, input, (lookup, item) => limited(() => find(lookup, input, item, ask)))
  },
}

async function find(
  lookup: RestLookup<unknown>,
  input: unknown,
  item: { value: unknown } | undefined,
  ask: Ask,
): Promise<Found> {
  const wanted = lookup.request(input, item?.value, 1)
  if (wanted === undefined || wanted === null) return { kind: "found", value: wanted }
  const answer = await ask(lookup, wanted)
  if (!answer.ok && answer.failure.code !== "NOT_FOUND") {
    return unansweredLookup(answer.failure)
  }
  const { name, message } = lookedFor(lookup, wanted.path, input, item)
  if (!answer.ok) return { kind: "missing", name, message }
  try {
    const value = lookup.result(answer.body, input, item?.value) ?? null
    if (lookup.among)
      return await findAmong(value, { lookup, input, item, ask, answer, name, message })
    return value === null ? { kind: "missing", name, message } : { kind: "found", value }
  } catch (error) {
    return { kind: "failed", failure: unreadable(reasonOf(error)) }
  }
}

const pageSize = 100

interface Search {
  readonly lookup: RestLookup<unknown>
  readonly input: unknown
  readonly item: { value: unknown } | undefined
  readonly ask: Ask
  /** The answer for the first page. */
  readonly answer: HttpAnswer
  readonly name: string
  readonly message: string
}

/** The only matching item. The list is read to its end, because a second match makes the lookup ambiguous. */
async function findAmong(first: unknown, search: Search): Promise<Found> {
  const { lookup, input, item, ask, name, message } = search
  const found = listOf(first)
  let { answer } = search
  const isMore = () => lookup.among?.paged === true && nextAddress(answer.headers) !== undefined
  for (let page = 2; isMore() && page <= MOST_ITEMS / pageSize; page += 1) {
    const wanted = lookup.request(input, item?.value, page)
    if (wanted === undefined || wanted === null) break
    answer = await ask(lookup, wanted)
    if (!answer.ok) return { kind: "failed", failure: answer.failure }
    found.push(...listOf(lookup.result(answer.body, input, item?.value)))
  }
  return oneOf(found, { subject: lookup.subject, name, message, isCut: isMore() })
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

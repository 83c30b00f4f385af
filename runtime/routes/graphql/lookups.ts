import { batcher } from "../../batch/index.js"
import type { GraphqlRoute, Lookup } from "../../definition/index.js"
import { listValues, nameValue, unreadable } from "../../errors/index.js"
import type { GraphqlAnswer, GraphqlTransport, LookupCache } from "../../graphql/index.js"
import { failuresOf, mergeFailures } from "../../graphql/index.js"
import { concurrencyLimit, type Scope } from "../../timing/index.js"
import { type Found, type FoundValues, findAll, type GraphqlLookups } from "../route/index.js"
import { lookupKey } from "./lookup-key.js"
import { mapData } from "./map-data.js"

/** How many documents of look-ups are under way at once. */
const mostAtOnce = 10

export const graphqlLookups: GraphqlLookups = {
  transport: ({ graphql, batch }) =>
    batcher(concurrencyLimit(mostAtOnce)).join([0]).transport(graphql, batch),
  find,
}

async function find<Input>(
  route: GraphqlRoute<Input, unknown>,
  input: Input,
  transport: GraphqlTransport,
  scope: Scope,
  cache?: LookupCache,
): Promise<FoundValues> {
  const sent = new Map<string, Promise<GraphqlAnswer>>()
  // Opened before the first look-up: from here on all of them are asked for within one turn.
  const remembered = cache && (await cache.open())

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
    const key = lookupKey(lookup.operation, variables)
    const known = mapData(remembered?.get(key), (data) => lookup.result(data, input))
    if (known.ok && known.value !== null) return { kind: "found", value: known.value }
    const answer = await query(key, lookup, variables)
    if (!answer.ok) return { kind: "failed", failure: answer.failure }
    const { data, errors } = answer
    const mapped = mapData(data, (found) => lookup.result(found, input))
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

  return findAll(route.lookups ?? {}, input, one, mergeFailures)
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

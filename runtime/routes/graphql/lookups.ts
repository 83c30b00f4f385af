import { batcher } from "../../batch/index.js"
import type { GraphqlRoute, Lookup } from "../../definition/index.js"
import { listValues, nameValue } from "../../errors/index.js"
import type { GraphqlAnswer, GraphqlTransport, LookupCache } from "../../graphql/index.js"
import { mergeFailures } from "../../graphql/index.js"
import { concurrencyLimit, type Scope } from "../../timing/index.js"
import { type FoundValues, findAll, type GraphqlLookups } from "../route/index.js"
import { find } from "./find.js"
import { lookupKey } from "./lookup-key.js"

/** How many documents of lookups are under way at once. */
const mostAtOnce = 10

export const graphqlLookups: GraphqlLookups = {
  transport: ({ graphql, batch }) =>
    batcher(concurrencyLimit(mostAtOnce)).join([0]).transport(graphql, batch),
  find: runLookups,
}

async function runLookups<Input>(
  route: GraphqlRoute<Input, unknown>,
  input: Input,
  transport: GraphqlTransport,
  scope: Scope,
  cache?: LookupCache,
): Promise<FoundValues> {
  const sent = new Map<string, Promise<GraphqlAnswer>>()
  // Opened before the first lookup: from here on all of them are asked for within one turn.
  const remembered = cache && (await cache.open())

  const ask = (lookup: Lookup<Input>, variables: object): Promise<GraphqlAnswer> => {
    const key = lookupKey(lookup.operation, variables)
    const answer =
      sent.get(key) ?? transport.query({ operation: lookup.operation, variables, scope })
    sent.set(key, answer)
    return answer
  }

  return findAll(
    route.lookups ?? {},
    input,
    async (lookup, item) => {
      const variablesOf = (after?: string) => lookup.variables(input, item?.value, after)
      const variables = variablesOf()
      if (variables === undefined || variables === null) return { kind: "found", value: variables }
      const name = item ? nameValue(item.value) : listValues({ ...variables, ...by(lookup, input) })
      return find({
        subject: lookup.subject,
        among: lookup.among,
        name,
        message: `Found no ${lookup.subject} ${item ? name : `for ${name}`}.`,
        first: variables,
        next: (after: string) => variablesOf(after) ?? variables,
        ask: (variables) => ask(lookup, variables),
        recall: (variables) =>
          remembered?.identified?.(lookup.operation.name, variables) ??
          remembered?.get(lookupKey(lookup.operation, variables)),
        remember: (variables, data) =>
          remembered?.set(lookupKey(lookup.operation, variables), data),
        resultOf: (data) => lookup.result(data, input, item?.value),
      })
    },
    mergeFailures,
  )
}

/** The inputs by which one of a list is found. */
function by({ among }: Pick<Lookup<never>, "among">, input: unknown): object {
  const names: readonly string[] = among?.by ?? []
  return Object.fromEntries(names.map((name) => [name, Object(input)[name]]))
}

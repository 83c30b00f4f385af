import { batcher } from "../../batch/index.js"
import type { Lookup } from "../../definition/index.js"
import { listValues, nameValue } from "../../errors/index.js"
import { type GraphqlAnswer, identityKey, mergeFailures } from "../../graphql/index.js"
import { concurrencyLimit } from "../../timing/index.js"
import {
  type FoundValues,
  findAll,
  type GraphqlLookups,
  type LookupCall,
  type LookupOutcome,
} from "../route/index.js"
import { find } from "./find.js"
import { lookupKey } from "./lookup-key.js"
import { openLookups } from "./open-lookups.js"
import { recallFor } from "./recall.js"

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
      const name = item
        ? nameValue(item.value)
        : listValues({ ...variables, ...searchValues(lookup, input) })
      return find({
        subject: lookup.subject,
        among: lookup.among,
        name,
        message: `Found no ${lookup.subject} ${item ? name : `for ${name}`}.`,
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

/** The inputs that select one item of a list. */
function searchValues({ among }: Pick<Lookup<never>, "among">, input: unknown): object {
  const names: readonly string[] = among?.by ?? []
  return Object.fromEntries(names.map((name) => [name, Object(input)[name]]))
}

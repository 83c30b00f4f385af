import type { GraphqlRoute } from "../../definition/index.js"
import { type Failure, reasonOf, unreadable, unsupported } from "../../errors/index.js"
import { type Answered, failuresOf, mergeFailures } from "../../graphql/index.js"
import type { Attempt, Call, FoundValues, GraphqlWrites, Route } from "../route/index.js"
import { featureOf, notFound } from "../route/index.js"

export type Mapped<T> = { ok: true; value: T | null } | { ok: false; reason: string }

/** Applies a generated mapping; missing data maps to null. */
export function mapData<T>(data: unknown, map: (data: unknown) => T | null): Mapped<T> {
  if (typeof data !== "object" || data === null) return { ok: true, value: null }
  try {
    return { ok: true, value: map(data) ?? null }
  } catch (error) {
    // Mappings rely on the schema's non-null fields, which may be null in an answer with errors.
    return { ok: false, reason: reasonOf(error) }
  }
}

const noLookups: FoundValues = { ok: true, values: {} }

/** Runs the lookups, then the operation, and maps its result. */
export const graphqlRoute: Route = {
  type: "graphql",
  serves: (definition) => definition.graphql !== undefined,
  preflight: (client) => client.unauthenticated(),

  async attempt<T>(call: Call<T>): Promise<Attempt<T>> {
    const { definition, input, scope, graphql } = call
    const route = definition.graphql
    if (!route) return { ok: false, failure: unsupported(`${definition.id} has no GraphQL route`) }
    const stray = call.stray?.(graphql)
    const send = async (finding: FoundValues | Promise<FoundValues>): Promise<Attempt<T>> => {
      const [refused, lookups] =
        stray || finding !== noLookups
          ? await Promise.all([stray, finding])
          : [undefined, noLookups]
      if (refused) return { ok: false, failure: refused }
      if (!lookups.ok) return { ok: false, failure: lookups.failure }

      const { operation } = route
      const variables = route.variables(input, lookups.values)
      const repeatable = definition.idempotent && !route.decided
      const request = { operation, variables, scope, repeatable }
      const writes =
        operation.type === "mutation" ? featureOf(definition.parts, "graphqlWrites") : undefined
      const decided = route.decided && definition.idempotent && writes?.decision(variables)
      if (decided && decided === call.earlier?.written) return { ok: false, ...call.earlier }
      const answer = writes
        ? await graphql.mutate({ ...request, failureIn: writes.failureIn })
        : await graphql.query(request)
      const { headers } = answer
      const failed = (failure: Failure): Attempt<T> => {
        const isRepeatable = Reflect.get(variables, String(route.decided)) === true
        return { ok: false, failure, headers, ...(decided && { decided, isRepeatable }) }
      }
      if (!answer.ok) return failed(answer.failure)
      const output = mapData(answer.data, (data) => route.output(data, input, lookups.values))
      if (!writes && answer.errors.length === 0 && output.ok && output.value !== null)
        return { ok: true, data: output.value, headers }
      const attempt = await judge(call, route, answer, output, writes)
      if (attempt.ok) return { ...attempt, headers }
      if (answer.uncertain) attempt.failure.outcome = "unknown"
      return failed(attempt.failure)
    }
    if (!route.lookups) return send(noLookups)
    return featureOf(definition.parts, "graphqlLookups").around({ ...call, route }, send)
  },
}

/** Decides whether a mapped result counts although GitHub reported errors. */
async function judge<T>(
  call: Call<T>,
  route: GraphqlRoute<unknown, T>,
  answer: Answered,
  mapped: Mapped<T>,
  writes: GraphqlWrites | undefined,
): Promise<Attempt<T>> {
  const part = writes?.part(answer)
  if (part) return { ok: false, failure: part }
  if (answer.errors.length === 0 && mapped.ok && mapped.value !== null) {
    return { ok: true, data: mapped.value }
  }
  const failures = failuresOf(answer)
  // An empty list in place of a list that GitHub withholds would be wrong.
  const withheld = answer.errors.some(({ path }) => path && isAtOrAbove(path, route.result))
  const output = mapped.ok && !withheld ? mapped.value : null
  if (!mapped.ok && failures.length === 0) failures.push(unreadable(mapped.reason))
  const worst = mergeFailures(failures)
  if (!worst && output !== null) return { ok: true, data: output }
  if (!worst) {
    // The answer is valid, but lacks the result.
    const { definition, input } = call
    const failure = writes?.nothing(route.result, answer)
    return { ok: false, failure: failure ?? notFound(definition, input, route.result) }
  }
  // Fields withheld for lack of permission leave the rest valid, and an applied mutation stays applied:
  // both results are kept if they meet the contract.
  const kept = writes?.wasApplied(answer) || failures.every(({ code }) => code === "AUTH")
  if (output !== null && kept && (await call.fits(output))) {
    return { ok: true, data: output, warnings: failures.map(({ message }) => message) }
  }
  return { ok: false, failure: writes?.failure(worst, failures, answer) ?? worst }
}

/** Whether an error is at the result or above it, rather than within it. */
function isAtOrAbove(path: readonly (string | number)[], result: string): boolean {
  const place = path.join(".")
  return result === place || result.startsWith(`${place}.`)
}

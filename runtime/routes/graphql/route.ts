import type { GraphqlRoute } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import { type Failure, reasonOf, unsupported } from "../../errors/index.js"
import { type Answered, failuresOf, mergeFailures } from "../../graphql/index.js"
import type {
  Attempt,
  Call,
  Definition,
  FoundValues,
  GraphqlWrites,
  Route,
} from "../route/index.js"
import { featureOf, notFound, unreadAnswer } from "../route/index.js"
import { hasGaps } from "./gaps.js"

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
    const denied = definition.parts?.tokenScopes?.(route, call.client)
    if (denied) return { ok: false, failure: denied }
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
      if (decided && decided === call.earlier?.written)
        return { ok: false, failure: call.earlier.failure }
      const pages = definition.parts?.graphqlPages
      const first = writes
        ? await graphql.mutate({ ...request, failureIn: writes.failureIn })
        : await graphql.query(request)
      const answer =
        route.complete && first.ok && !writes
          ? await featureOf(definition.parts, "graphqlPages").complete(route, first, (cursor) =>
              graphql.query({ ...request, variables: { ...variables, ...cursor } }),
            )
          : first
      const { headers } = answer
      const failed = (failure: Failure): Attempt<T> => {
        const isRepeatable = Reflect.get(variables, String(route.decided)) === true
        return {
          ok: false,
          failure,
          headers,
          ...(decided && { decided: { written: decided, isRepeatable } }),
        }
      }
      if (!answer.ok) return failed(answer.failure)
      const output = mapData(answer.data, (data) => route.output(data, input, lookups.values))
      const isPlain = !writes && answer.errors.length === 0 && output.ok && output.value !== null
      const attempt: Attempt<T> = isPlain
        ? { ok: true, data: output.value as T }
        : await judge(call, route, answer, output, writes, lookups.values)
      if (attempt.ok) {
        const whole = await withShortfalls(attempt, definition, answer)
        const warnings = [...(whole.warnings ?? []), ...(pages?.cuts(route, answer.data) ?? [])]
        return { ...whole, headers, ...(warnings.length > 0 && { warnings }) }
      }
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
  values: Parameters<GraphqlRoute<unknown, T>["output"]>[2],
): Promise<Attempt<T>> {
  const part = writes?.part(answer)
  if (part) return { ok: false, failure: part }
  const isNothing = call.definition.isDescribed && writes?.isNothing(answer)
  if (answer.errors.length === 0 && mapped.ok && mapped.value !== null && !isNothing) {
    return { ok: true, data: mapped.value }
  }
  const failures = failuresOf(answer)
  // Who writes a document knows which of its fields may be null.
  const isPartial = call.definition.isDescribed && !writes && hasValue(answer.data)
  // An empty list in place of a list that GitHub withholds would be wrong.
  const withheld =
    !isPartial && answer.errors.some(({ path }) => path && isAtOrAbove(path, route.result))
  const output = mapped.ok && !withheld ? mapped.value : null
  if (!mapped.ok && failures.length === 0) {
    const map = (data: unknown) => route.output(data, call.input, values)
    failures.push(await unreadAnswer(mapped.reason, map, answer.data))
  }
  const worst = mergeFailures(failures)
  if (!worst && output !== null && !isNothing) return { ok: true, data: output }
  if (!worst) {
    // The answer is valid, but lacks the result.
    const { definition, input } = call
    const failure = writes?.nothing(route.result, answer)
    return { ok: false, failure: failure ?? notFound(definition, input, route.result) }
  }
  // Fields withheld for lack of permission leave the rest valid, and an applied mutation stays applied:
  // both results are kept if they meet the contract.
  const kept =
    isPartial || writes?.wasApplied(answer) || failures.every(({ code }) => code === "AUTH")
  if (output !== null && kept && call.fits(output)) return { ok: true, data: output }
  return { ok: false, failure: writes?.failure(worst, failures, answer) ?? worst }
}

/** Adds what the answer leaves out. The last page of a search says that there are more results. */
async function withShortfalls<T>(
  attempt: Extract<Attempt<T>, { ok: true }>,
  { graphql, isDescribed, pages, fields, parts: { graphqlSearch: search } = {} }: Definition<T>,
  answer: Answered,
): Promise<Extract<Attempt<T>, { ok: true }>> {
  const { data } = attempt
  const isPlain = answer.errors.length === 0 && !answer.headers["x-github-sso"]
  const warnings: ResultWarning[] = []
  if (!isPlain || hasGaps(answer.data)) {
    const { partsIn, shortfallsOf } = await import("./shortfalls.js")
    const result = { data, path: graphql?.result ?? "", parts: partsIn(await fields?.()) }
    warnings.push(...shortfallsOf(answer, { ...result, isDocument: isDescribed === true }))
    if (search) warnings.push(...search.otherKinds(data, result.path, answer.data))
  }
  const end = search?.end(answer.data, pages ? pages.info(data) : Object(data).page_info)
  if (end) warnings.push(end)
  if (warnings.length === 0) return attempt
  if (!end || pages) return { ...attempt, warnings }
  const page_info = { has_next_page: true, end_cursor: null }
  return { ...attempt, data: { ...data, page_info }, warnings }
}

function hasValue(data: unknown): boolean {
  return Object.values(Object(data)).some((root) => root !== null)
}

/** Whether an error is at the result or above it, rather than within it. */
function isAtOrAbove(path: readonly (string | number)[], result: string): boolean {
  const place = path.join(".")
  return result === place || result.startsWith(`${place}.`)
}

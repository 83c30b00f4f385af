import type { GraphqlRoute, Page } from "../../definition/index.js"
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
import { featureOf, noCursor, notFound, shownOnly, unreadAnswer } from "../route/index.js"
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

type LookupValues = Extract<FoundValues, { ok: true }>["values"]

const noLookups = { ok: true, values: {} } as const

/** Runs the lookups, then the operation, and maps its result. */
export const graphqlRoute: Route = {
  type: "graphql",
  preflight: (client) => client.unauthenticated(),

  attempt<T>(call: Call<T>): Attempt<T> | Promise<Attempt<T>> {
    const { definition, client, graphql } = call
    const route = definition.graphql
    if (!route) return { ok: false, failure: unsupported(`${definition.id} has no GraphQL route`) }
    const denied = definition.parts?.tokenScopes?.(route, client)
    if (denied) return { ok: false, failure: denied }
    const stray = call.stray?.(graphql)
    if (!route.lookups && !stray) return send(call, route, noLookups.values)
    const sendAfter = async (finding: FoundValues | Promise<FoundValues>): Promise<Attempt<T>> => {
      const [refused, lookups] = await Promise.all([stray, finding])
      if (refused) return { ok: false, failure: refused }
      return lookups.ok
        ? send(call, route, lookups.values)
        : { ok: false, failure: lookups.failure }
    }
    if (!route.lookups) return sendAfter(noLookups)
    return featureOf(definition.parts, "graphqlLookups").around({ ...call, route }, sendAfter)
  },
}

/** Sends the operation with what its lookups found, and maps its result. */
async function send<T>(
  call: Call<T>,
  route: GraphqlRoute<unknown, T>,
  values: LookupValues,
): Promise<Attempt<T>> {
  const { definition, input, scope, graphql } = call
  const { idempotent, parts } = definition
  const { operation } = route
  const variables = route.variables(input, values)
  const request = { operation, variables, scope, repeatable: idempotent && !route.decided }
  const writes = operation.type === "mutation" ? featureOf(parts, "graphqlWrites") : undefined
  const decided = route.decided && idempotent && writes?.decision(variables)
  if (decided && decided === call.earlier?.written)
    return { ok: false, failure: call.earlier.failure }
  let answer = await (writes
    ? graphql.mutate({ ...request, failureIn: writes.failureIn })
    : graphql.query(request))
  if (route.complete && answer.ok && !writes)
    answer = await featureOf(parts, "graphqlAllPages")(route, answer, (cursor) =>
      graphql.query({ ...request, variables: { ...variables, ...cursor } }),
    )
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
  const { data, errors } = answer
  const output = mapData(data, (one) => route.output(one, input, values))
  const isPlain = !writes && errors.length === 0 && output.ok && output.value !== null
  const attempt: Attempt<T> = isPlain
    ? { ok: true, data: output.value as T }
    : await judge(call, route, answer, output, writes, values)
  if (!attempt.ok) {
    if (answer.uncertain) attempt.failure.outcome = "unknown"
    return failed(attempt.failure)
  }
  const isWhole = errors.length === 0 && !headers["x-github-sso"] && !hasGaps(data)
  const early = earlyEnd(attempt.data, input)
  const whole =
    isWhole && !early && !parts?.graphqlSearch
      ? attempt
      : await withShortfalls(attempt, definition, answer, isWhole, early)
  const cuts = parts?.graphqlPages?.cuts(route, data) ?? []
  const warnings = cuts.length > 0 ? [...(whole.warnings ?? []), ...cuts] : whole.warnings
  return { ...whole, headers, ...(warnings && { warnings }) }
}

/** Decides whether a mapped result counts although GitHub reported errors. */
async function judge<T>(
  call: Call<T>,
  route: GraphqlRoute<unknown, T>,
  answer: Answered,
  mapped: Mapped<T>,
  writes: GraphqlWrites | undefined,
  values: LookupValues,
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
  isWhole: boolean,
  early: ResultWarning | undefined,
): Promise<Extract<Attempt<T>, { ok: true }>> {
  const { data } = attempt
  const warnings: ResultWarning[] = []
  if (!isWhole) {
    const { partsIn, shortfallsOf } = await import("./shortfalls.js")
    const result = { data, path: graphql?.result ?? "", parts: partsIn(await fields?.()) }
    warnings.push(...shortfallsOf(answer, { ...result, isDocument: isDescribed === true }))
    if (search) warnings.push(...search.otherKinds(data, result.path, answer.data))
  }
  const end = search?.end(answer.data, pages ? pages.info(data) : listOf(data).page_info) ?? early
  if (end) warnings.push(end)
  if (warnings.length === 0) return attempt
  if (!end || pages) return { ...attempt, warnings }
  const page_info = { has_next_page: true, end_cursor: null }
  return { ...attempt, data: { ...data, page_info }, warnings }
}

/** The warning about a list that goes on without a cursor, or ends with its first page although more items are counted. */
function earlyEnd(data: unknown, input: unknown): ResultWarning | undefined {
  const { items = [], page_info, total_count } = listOf(data)
  if (page_info?.has_next_page && page_info.end_cursor === null) return noCursor
  const { first = 0, after }: { first?: number; after?: unknown } = Object(input)
  const isEnd = page_info?.has_next_page === false && after === undefined
  return isEnd && (total_count ?? 0) > first ? shownOnly(items.length, total_count) : undefined
}

function listOf(data: unknown): Partial<Page<unknown, number | null>> {
  return Object(data)
}

function hasValue(data: unknown): boolean {
  return Object.values(Object(data)).some((root) => root !== null)
}

/** Whether an error is at the result or above it, rather than within it. */
function isAtOrAbove(path: readonly (string | number)[], result: string): boolean {
  const place = path.join(".")
  return result === place || result.startsWith(`${place}.`)
}

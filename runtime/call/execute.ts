import type { Client } from "../client/index.js"
import type {
  AttemptMeta,
  ResultEnvelope,
  ResultMeta,
  RetryMeta,
  RouteReason,
} from "../envelope/index.js"
import {
  costOf,
  type Failure,
  notLoaded,
  type ResponseHeaders,
  toResultError,
} from "../errors/index.js"
import { isLocal } from "../route-names/index.js"
import type { Attempt, Call, Definition, Route } from "../routes/index.js"
import { monotonicNow, rounded, type Sent } from "../timing/index.js"
import { outputProblem } from "../validation/index.js"
import { attemptSafely, pageOf } from "./attempt.js"
import type { CallContext, ExecuteCall } from "./call-context.js"
import { withLayers } from "./feature-code.js"
import {
  excludedRouteFailure,
  mayFallBack,
  mostUseful,
  noRouteFailure,
  type PlannedRoute,
  planRoutes,
} from "./plan-routes.js"
import { hiddenRemoved, rememberBytes, shownResult } from "./shown-result.js"

interface UsedRoute {
  readonly route: Route
  readonly reason: RouteReason
}

interface TriedRoute extends UsedRoute {
  readonly failure: Failure
  readonly headers: ResponseHeaders | undefined
}

/** Executes a call whose input is valid, within the layers of its client. */
export const executeCall: ExecuteCall = (definition, input, callContext) => {
  const { features } = callContext.client
  const hasLayers =
    definition.graphql?.decided || features.some((one) => one.concerns?.(definition) ?? true)
  return (hasLayers ? executeInLayers : executeRoutes)(definition, input, callContext)
}

const executeInLayers: ExecuteCall = async (definition, input, callContext) => {
  const { id } = definition
  const execute = await withLayers(callContext.client, executeRoutes, definition).catch(
    (error: unknown) => async () => ({
      ok: false as const,
      error: toResultError(notLoaded(id, error), definition),
      meta: { capability_id: id },
    }),
  )
  return execute(definition, input, callContext)
}

/** How far the routes of a call were tried. */
interface Progress {
  /** Routes that could not be tried; whether a rule of the card excludes them. */
  readonly skipped: { readonly failure: Failure; readonly excluded: boolean }[]
  readonly tried: TriedRoute[]
  /** For `trace`. */
  readonly attempts: AttemptMeta[]
  adapter_ms: number
}

async function executeRoutes<T>(
  definition: Definition<T>,
  input: unknown,
  callContext: CallContext,
): Promise<ResultEnvelope<T>> {
  const { client, scope, options, chain } = callContext
  const progress: Progress = { skipped: [], tried: [], attempts: [], adapter_ms: 0 }
  const finish = (attempt: Attempt<T>, used?: UsedRoute) =>
    toEnvelope(
      definition,
      client,
      input,
      attempt,
      metaOf(definition, callContext, progress, attempt, used),
    )

  const constraints = { only: options.route, chained: chain?.several === true }
  for (const planned of planRoutes({ definition, input }, client, constraints)) {
    const { route, excluded } = planned
    const asked =
      excluded === undefined ? route.preflight(client) : excludedRouteFailure(definition, planned)
    const obstacle = asked instanceof Promise ? await asked : asked
    if (obstacle) {
      progress.skipped.push({ failure: obstacle, excluded: excluded !== undefined })
      progress.attempts.push({ route: route.type, status: "skipped", error_code: obstacle.code })
      continue
    }
    if (route.type !== "graphql") chain?.leaveBatch()
    const begun = monotonicNow()
    const retries: RetryMeta[] = []
    const call = callOf(definition, input, callContext, retries)
    const once = (one: Call<T>) => attemptSafely(route, one)
    const { decidedWrites } = definition.parts ?? {}
    const attempt = await (decidedWrites?.attempt(call, once, chain) ?? once(call))
    note(progress, route, attempt, begun, retries)
    const used = { route, reason: routeReason(planned, progress) }
    if (attempt.ok) return finish(attempt, used)
    const { failure, headers, isLast } = attempt
    progress.tried.push({ ...used, failure, headers })
    const idempotent = definition.idempotent && !isLast
    if (scope.signal?.aborted || !mayFallBack(failure, { ...definition, idempotent })) break
  }

  const reported = mostUseful(progress.tried)
  if (!reported) {
    const failure =
      mostUseful(progress.skipped)?.failure ?? noRouteFailure(definition, client, options)
    return finish({ ok: false, failure })
  }
  const uncertain = progress.tried.some(({ failure }) => failure.outcome === "unknown")
  const worst = uncertain ? { ...reported.failure, outcome: "unknown" as const } : reported.failure
  const failure = await explainNotFound(worst, reported.route, definition, input, callContext)
  const { headers } = reported
  return finish({ ok: false, failure, ...(headers && { headers }) }, reported)
}

function callOf<T>(
  definition: Definition<T>,
  input: unknown,
  { client, graphql, scope, options, held }: CallContext,
  retries: RetryMeta[],
): Call<T> {
  return {
    definition,
    input,
    client,
    graphql,
    send: client.http.send,
    scope: options.trace ? { ...scope, retried: (retry) => void retries.push(retry) } : scope,
    fits: (output) => outputProblem(definition, output, client.validate_output) === undefined,
    ...held,
  }
}

/** Notes how a route was attempted. */
function note(
  progress: Progress,
  { type }: Route,
  attempt: Attempt<unknown>,
  begun: number,
  retries: readonly RetryMeta[],
): void {
  const duration_ms = monotonicNow() - begun
  progress.adapter_ms += duration_ms
  progress.attempts.push({
    route: type,
    status: attempt.ok ? "success" : "error",
    ...(!attempt.ok && { error_code: attempt.failure.code }),
    duration_ms: rounded(duration_ms),
    ...(retries.length > 0 && { retries: [...retries] }),
  })
}

function metaOf(
  { id }: Definition,
  { scope, options, chain }: CallContext,
  { attempts, adapter_ms }: Progress,
  { headers }: Attempt<unknown>,
  used: UsedRoute | undefined,
): ResultMeta {
  const total_ms = rounded(monotonicNow() - scope.started)
  // The cost of requests that the steps of a chain share is counted by the chain.
  const { points = 0, beside }: Partial<Sent> = chain ? {} : scope.sent
  const cost = { ...(points > 0 && { points }), ...(headers && costOf(headers)), ...beside }
  return {
    capability_id: id,
    ...(used && { route_used: used.route.type, reason: used.reason }),
    timings: { total_ms, adapter_ms: rounded(adapter_ms) },
    ...(options.trace && { attempts }),
    ...(Object.keys(cost).length > 0 && { cost }),
  }
}

/**
 * After a NOT_FOUND, finds out whether a number belongs to another kind of object, and which labels exist. Loaded by
 * the first such call.
 */
async function explainNotFound(
  failure: Failure,
  { type }: Route,
  definition: Definition,
  input: unknown,
  context: CallContext,
): Promise<Failure> {
  const { client, scope, chain } = context
  if (failure.code !== "NOT_FOUND" || chain || isLocal(type)) return failure
  try {
    const { wrongKind } = await import("./wrong-kind.js")
    return await wrongKind(failure, definition, { ...context, input, send: client.http.send })
  } catch (error) {
    if (scope.signal?.aborted) throw error
    // The module would only improve the message.
    return failure
  }
}

/** The reason why a route is taken, given the results of the routes before it. */
function routeReason({ reason }: PlannedRoute, { tried, skipped }: Progress): RouteReason {
  const before = tried.at(-1)
  if (before)
    return before.failure.code === "ADAPTER_UNSUPPORTED" ? "CAPABILITY_LIMIT" : "CARD_FALLBACK"
  return skipped.some(({ excluded }) => !excluded) ? "PREFLIGHT_FAILED" : reason
}

function toEnvelope<T>(
  definition: Definition<T>,
  client: Client,
  input: unknown,
  attempt: Attempt<T>,
  meta: ResultMeta,
): ResultEnvelope<T> {
  if (!attempt.ok) {
    const error = client.redact(client.clean(toResultError(attempt.failure, definition)))
    return { ok: false, error, meta }
  }
  const whole = definition.unreduced?.get(Object(attempt.data)) ?? attempt.data
  const { effect, output, parts = {} } = definition
  const ignored = effect === "write" ? parts.writes?.ignoredIn(definition, input, whole) : undefined
  const { data, cleaned } = shownResult(definition, attempt.data, client)
  const warnings = [
    ...(attempt.warnings ?? []),
    ...(ignored ?? []),
    ...hiddenRemoved(cleaned),
    ...(parts.contentWarnings?.(output, whole) ?? []),
  ]
  if (warnings.length > 0) meta.warnings = client.redact(client.clean(warnings))
  rememberBytes(data, attempt.bytes)
  const page = pageOf(data)
  if (page) {
    const { total_count, page_info } = page
    meta.pagination = { ...page_info, ...(total_count !== null && { total_count }) }
  }
  const info = definition.pages?.info(attempt.data)
  if (info) {
    const isCut = warnings.some(({ pointer }) => pointer === "/page_info")
    meta.pagination = isCut ? { has_next_page: true, end_cursor: null } : info
  }
  return { ok: true, data, meta }
}

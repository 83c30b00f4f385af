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
import { monotonicNow, retrying, rounded, type Sent } from "../timing/index.js"
import { attemptSafely, mismatch, pageOf } from "./attempt.js"
import type { CallContext, ExecuteCall } from "./call-context.js"
import { ignoredIn } from "./ignored-input.js"
import { mayFallBack, mostUseful } from "./most-useful.js"
import { type PlannedRoute, planRoutes } from "./plan-routes.js"
import { excludedRouteFailure, noRouteFailure } from "./route-failures.js"
import { hiddenRemoved, shownResult, undecodedContent } from "./shown-result.js"
import { rememberBytes } from "./undecoded.js"

/** A route that was tried, with its result. */
interface TriedRoute {
  readonly route: Route
  readonly reason: RouteReason
  readonly failure: Failure
  readonly headers: ResponseHeaders | undefined
}

/** Executes a call whose input is valid, within the layers of its client. */
export const executeCall: ExecuteCall = (definition, input, callContext) => {
  const { interceptors, guard } = callContext.client
  const { key, graphql } = definition
  const isPlain = !(interceptors.length > 0 || guard.bounds || key || graphql?.decided)
  return (isPlain ? executeRoutes : executeInLayers)(definition, input, callContext)
}

const executeInLayers: ExecuteCall = async (definition, input, callContext) => {
  const { id } = definition
  const execute = await import("./layers.js")
    .then(({ withLayers }) => withLayers(callContext.client, executeRoutes, definition))
    .catch((error: unknown) => async () => ({
      ok: false as const,
      error: toResultError(notLoaded(id, error), definition),
      meta: { capability_id: id },
    }))
  return execute(definition, input, callContext)
}

async function executeRoutes<T>(
  definition: Definition<T>,
  input: unknown,
  callContext: CallContext,
): Promise<ResultEnvelope<T>> {
  const { client, graphql, scope, options, chain, held } = callContext
  const attempts: AttemptMeta[] | undefined = options.trace ? [] : undefined
  const meta: ResultMeta = { capability_id: definition.id }
  let adapter_ms = 0
  const finish = (attempt: Attempt<T>, used?: { route: Route; reason: RouteReason }) => {
    if (used) {
      meta.route_used = used.route.type
      meta.reason = used.reason
    }
    const total_ms = rounded(monotonicNow() - scope.started)
    meta.timings = { total_ms, adapter_ms: rounded(adapter_ms) }
    if (attempts) meta.attempts = attempts
    // The cost of requests that the steps of a chain share is counted by the chain.
    const { points = 0, beside }: Partial<Sent> = chain ? {} : scope.sent
    const cost = {
      ...(points > 0 && { points }),
      ...(attempt.headers && costOf(attempt.headers)),
      ...beside,
    }
    if (Object.keys(cost).length > 0) meta.cost = cost
    return toEnvelope(definition, client, input, attempt, meta)
  }

  const skipped: { failure: Failure; excluded: boolean }[] = []
  const tried: TriedRoute[] = []
  const constraints = { only: options.route, chained: chain?.several === true }
  for (const planned of planRoutes({ definition, input }, client, constraints)) {
    const { route, excluded } = planned
    const obstacle =
      excluded === undefined
        ? await route.preflight(client)
        : excludedRouteFailure(definition, planned)
    if (obstacle) {
      skipped.push({ failure: obstacle, excluded: excluded !== undefined })
      attempts?.push({ route: route.type, status: "skipped", error_code: obstacle.code })
      continue
    }
    if (route.type !== "graphql") chain?.leaveBatch()
    const begun = monotonicNow()
    const fits = async (output: T) => (await mismatch(definition, output, client)) === undefined
    const retries: RetryMeta[] = []
    const retried = (retry: RetryMeta) => void retries.push(retry)
    const traced = options.trace ? { ...scope, retried } : scope
    const call: Call<T> = {
      definition,
      input,
      client,
      graphql,
      scope: traced,
      fits,
      ...held,
    }
    const mayRestart = !(route.type === "graphql" && chain?.several)
    let earlier: Call<T>["earlier"]
    let isOutdated = false
    const { result: attempt, uncertain } = await retrying(
      async () => {
        const one = await attemptSafely(route, earlier ? { ...call, earlier } : call)
        if (one.ok || !one.decided) return one
        const { decided: written, failure, isRepeatable } = one
        isOutdated = failure !== earlier?.failure && refutesLookups(failure)
        // Another lookup may not show a write that GitHub is still executing.
        if (isOutdated || (failure.outcome === "unknown" && !isRepeatable))
          earlier = { written, failure }
        return one
      },
      (one) => {
        if (one.ok || !one.decided || !mayRestart) return undefined
        return isOutdated ? { ...one.failure, transient: true } : one.failure
      },
      { policy: client.retry, scope: traced, repeatable: true },
    )
    if (uncertain && !attempt.ok) attempt.failure.outcome = "unknown"
    const duration_ms = monotonicNow() - begun
    adapter_ms += duration_ms
    const hindered = skipped.some(({ excluded }) => !excluded)
    const used = { route, reason: routeReason(planned, tried, hindered) }
    attempts?.push({
      route: route.type,
      status: attempt.ok ? "success" : "error",
      ...(!attempt.ok && { error_code: attempt.failure.code }),
      duration_ms: rounded(duration_ms),
      ...(retries.length > 0 && { retries }),
    })
    if (attempt.ok) return finish(attempt, used)
    tried.push({ ...used, failure: attempt.failure, headers: attempt.headers })
    const idempotent = definition.idempotent && !attempt.decided && !earlier
    if (scope.signal?.aborted || !mayFallBack(attempt.failure, { ...definition, idempotent })) break
  }

  const reported = mostUseful(tried)
  if (!reported) {
    const failure = mostUseful(skipped)?.failure ?? noRouteFailure(definition, client, options)
    return finish({ ok: false, failure })
  }
  const uncertain = tried.some(({ failure }) => failure.outcome === "unknown")
  const worst = uncertain ? { ...reported.failure, outcome: "unknown" as const } : reported.failure
  const failure = await explainNotFound(worst, reported.route, definition, input, callContext)
  return finish(
    { ok: false, failure, ...(reported.headers && { headers: reported.headers }) },
    reported,
  )
}

/** Whether the object that a write was decided for has been created, changed or removed since the lookups. */
function refutesLookups({ code, outcome, isConflict }: Failure): boolean {
  return outcome === "rejected" && (code === "NOT_FOUND" || isConflict === true)
}

/**
 * After a NOT_FOUND for a number, finds out whether the number belongs to another kind of object. Loaded by the first
 * such call.
 */
async function explainNotFound(
  failure: Failure,
  { type }: Route,
  { id }: Definition,
  input: unknown,
  { client, scope, chain }: CallContext,
): Promise<Failure> {
  if (failure.code !== "NOT_FOUND" || chain || isLocal(type)) return failure
  try {
    const { wrongKind } = await import("./wrong-kind.js")
    return await wrongKind(failure, id, { input, client, scope })
  } catch (error) {
    if (scope.signal?.aborted) throw error
    // The module would only improve the message.
    return failure
  }
}

/** The reason why a route is taken, given the results of the routes before it. */
function routeReason(
  { reason }: PlannedRoute,
  tried: readonly TriedRoute[],
  skipped: boolean,
): RouteReason {
  const before = tried.at(-1)
  if (before) {
    return before.failure.code === "ADAPTER_UNSUPPORTED" ? "CAPABILITY_LIMIT" : "CARD_FALLBACK"
  }
  return skipped ? "PREFLIGHT_FAILED" : reason
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
  const ignored = definition.effect === "write" ? ignoredIn(definition.id, input, whole) : []
  const { data, cleaned } = shownResult(definition, attempt.data, client)
  const warnings = [
    ...(attempt.warnings ?? []),
    ...ignored,
    ...hiddenRemoved(cleaned),
    ...undecodedContent(definition, attempt.data),
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

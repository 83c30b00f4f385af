import type { Client } from "../client/index.js"
import type {
  AttemptMeta,
  ResultEnvelope,
  ResultMeta,
  RetryMeta,
  RouteReason,
  RouteType,
} from "../envelope.js"
import {
  costOf,
  type Failure,
  type ResponseHeaders,
  toResultError,
  unexpected,
} from "../errors/index.js"
import type { GraphqlTransport } from "../graphql/index.js"
import { pageOf } from "../page.js"
import { rounded } from "../rounded.js"
import type { Scope } from "../scope.js"
import { checked, misfit } from "./checked.js"
import { mayHandOn, mostUseful } from "./most-useful.js"
import type { RunOptions } from "./options.js"
import { type PlannedRoute, planRoutes } from "./plan-routes.js"
import type { Attempt, Call, Definition, Route } from "./route.js"

export interface Carrier {
  readonly client: Client
  readonly graphql: GraphqlTransport
  readonly scope: Scope
  readonly options: Pick<RunOptions, "trace" | "route">
  /** A step of a chain, which promises how many requests it sends. */
  readonly chained?: boolean
  /** One of several steps: told before a route is tried that does not share their documents. */
  readonly leaveBatch?: () => void
}

/** A route that was tried, and what came of it. */
interface Tried {
  readonly type: RouteType
  readonly reason: RouteReason
  readonly failure: Failure
  readonly headers: ResponseHeaders | undefined
}

/** Carries out a call whose input is valid, and says what came of it. */
export async function carryOut<T>(
  definition: Definition<T>,
  input: unknown,
  carrier: Carrier,
): Promise<ResultEnvelope<T>> {
  const { client, graphql, scope, options, leaveBatch } = carrier
  const attempts: AttemptMeta[] = []
  const meta: ResultMeta = { capability_id: definition.id }
  let adapter_ms = 0
  const finish = (attempt: Attempt<T>, used?: { type: RouteType; reason: RouteReason }) => {
    if (used) {
      meta.route_used = used.type
      meta.reason = used.reason
    }
    const total_ms = rounded(performance.now() - scope.started)
    meta.timings = { total_ms, adapter_ms: rounded(adapter_ms) }
    if (options.trace) meta.attempts = attempts
    // What a chain sends is counted for all its steps together.
    const points = leaveBatch ? 0 : scope.sent.points
    const cost = { ...(points > 0 && { points }), ...(attempt.headers && costOf(attempt.headers)) }
    if (Object.keys(cost).length > 0) meta.cost = cost
    return toEnvelope(definition, client, attempt, meta)
  }

  const skipped: { failure: Failure; excluded: boolean }[] = []
  const tried: Tried[] = []
  const constraints = { only: options.route, chained: leaveBatch !== undefined }
  for (const planned of planRoutes({ definition, input }, client, constraints)) {
    const { route, excluded } = planned
    const obstacle =
      excluded === undefined ? await route.preflight(client) : unsuitable(definition, planned)
    if (obstacle) {
      skipped.push({ failure: obstacle, excluded: excluded !== undefined })
      attempts.push({ route: route.type, status: "skipped", error_code: obstacle.code })
      continue
    }
    if (route.type !== "graphql") leaveBatch?.()
    const begun = performance.now()
    const fits = async (output: T) => (await misfit(definition, output, client)) === undefined
    const retries: RetryMeta[] = []
    const retried = (retry: RetryMeta) => void retries.push(retry)
    const traced = options.trace ? { ...scope, retried } : scope
    const call: Call<T> = { definition, input, client, graphql, scope: traced, fits }
    const attempt = await attemptSafely(route, call)
    const duration_ms = performance.now() - begun
    adapter_ms += duration_ms
    const used = {
      type: route.type,
      reason: reasonNow(
        planned,
        tried,
        skipped.some(({ excluded }) => !excluded),
      ),
    }
    attempts.push({
      route: route.type,
      status: attempt.ok ? "success" : "error",
      ...(!attempt.ok && { error_code: attempt.failure.code }),
      duration_ms: rounded(duration_ms),
      ...(retries.length > 0 && { retries }),
    })
    if (attempt.ok) return finish(attempt, used)
    tried.push({ ...used, failure: attempt.failure, headers: attempt.headers })
    if (scope.signal?.aborted || !mayHandOn(attempt.failure, definition)) break
  }

  const told = mostUseful(tried)
  if (!told) {
    const failure = mostUseful(skipped)?.failure ?? unserved(definition, client, options)
    return finish({ ok: false, failure })
  }
  const uncertain = tried.some(({ failure }) => failure.outcome === "unknown")
  const worst = uncertain ? { ...told.failure, outcome: "unknown" as const } : told.failure
  const failure =
    worst.code === "NOT_FOUND"
      ? await (await import("./wrong-kind.js")).wrongKind(
          worst,
          definition,
          input,
          carrier,
          told.type,
        )
      : worst
  return finish({ ok: false, failure, ...(told.headers && { headers: told.headers }) }, told)
}

/** Why a route is taken, after what has happened to those before it. */
function reasonNow(
  { reason }: PlannedRoute,
  tried: readonly Tried[],
  skipped: boolean,
): RouteReason {
  const before = tried.at(-1)
  if (before) {
    return before.failure.code === "ADAPTER_UNSUPPORTED" ? "CAPABILITY_LIMIT" : "CARD_FALLBACK"
  }
  return skipped ? "PREFLIGHT_FAILED" : reason
}

/** A mapping that throws is a defect of its card, and must not break the chain around it. */
async function attemptSafely<T>(route: Route, call: Call<T>): Promise<Attempt<T>> {
  const { client, definition, scope } = call
  let attempt: Attempt<T>
  try {
    attempt = await checked(call, await route.attempt(call))
  } catch (error) {
    attempt = { ok: false, failure: unexpected(error, scope.sent.requests > 0) }
  }
  if (definition.effect !== "read" && mayHaveChanged(attempt)) client.lookups?.forget()
  return attempt
}

/** Whether what look-ups found may be untrue now; a node that is gone is a sign that it was before. */
function mayHaveChanged(attempt: Attempt<unknown>): boolean {
  if (attempt.ok) return true
  const { code, outcome } = attempt.failure
  return outcome === "unknown" || (outcome === "rejected" && code === "NOT_FOUND")
}

function toEnvelope<T>(
  definition: Definition,
  client: Client,
  attempt: Attempt<T>,
  meta: ResultMeta,
): ResultEnvelope<T> {
  if (!attempt.ok) {
    const error = client.redact(client.clean(toResultError(attempt.failure, definition)))
    return { ok: false, error, meta }
  }
  const { warnings } = attempt
  const data = client.clean(attempt.data)
  if (warnings) meta.warnings = client.redact(client.clean(warnings))
  const page = pageOf(data)
  if (page) meta.pagination = { ...page.page_info, total_count: page.total_count }
  return { ok: true, data, meta }
}

function unsuitable({ id }: Definition, { route, excluded }: PlannedRoute): Failure {
  return {
    code: "ADAPTER_UNSUPPORTED",
    message: `${id} cannot take the ${route.type} route for this input: ${excluded}`,
    transient: false,
    outcome: "not_sent",
  }
}

function unserved(
  { id, routes }: Definition,
  { routes: allowed }: Client,
  { route }: Carrier["options"],
): Failure {
  const limit = allowed && `; the client allows: ${allowed.join(", ") || "none"}`
  return {
    code: "ADAPTER_UNSUPPORTED",
    message: route
      ? `${id} cannot take the ${route} route; its routes: ${routes.join(", ")}${limit ?? ""}`
      : `${id} has no route that can be taken here; its routes: ${routes.join(", ")}${limit ?? ""}`,
    transient: false,
    outcome: "not_sent",
  }
}

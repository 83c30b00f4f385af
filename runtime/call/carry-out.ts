import type { Client } from "../client/index.js"
import type { AttemptMeta, ResultEnvelope, ResultMeta, RouteReason } from "../envelope.js"
import { costOf, type Failure, toResultError, unexpected } from "../errors/index.js"
import type { GraphqlTransport } from "../graphql/index.js"
import { pageOf } from "../page.js"
import type { Scope } from "../scope.js"
import type { RunOptions } from "./options.js"
import { planRoutes } from "./plan-routes.js"
import { loadChecks } from "./prepare.js"
import type { Attempt, Call, Definition, Route } from "./route.js"

export interface Carrier {
  readonly client: Client
  readonly graphql: GraphqlTransport
  readonly scope: Scope
  readonly options: Pick<RunOptions, "trace" | "route">
}

/** Carries out a call whose input is valid, and says what came of it. */
export async function carryOut<T>(
  definition: Definition<T>,
  input: unknown,
  { client, graphql, scope, options }: Carrier,
): Promise<ResultEnvelope<T>> {
  const attempts: AttemptMeta[] = []
  const meta: ResultMeta = { capability_id: definition.id }
  const finish = (attempt: Attempt<T>, adapter_ms: number): ResultEnvelope<T> => {
    meta.timings = { total_ms: performance.now() - scope.started, adapter_ms }
    if (options.trace) meta.attempts = attempts
    return toEnvelope(definition, client, attempt, meta)
  }

  let skipped: Failure | undefined
  for (const { route, reason } of planRoutes(definition, options.route)) {
    const obstacle = route.preflight(client)
    if (obstacle) {
      skipped ??= obstacle
      attempts.push({ route: route.type, status: "skipped", error_code: obstacle.code })
      continue
    }
    const begun = performance.now()
    const fits = async (output: unknown) => (await misfit(definition, output)) === undefined
    const call: Call<T> = { definition, input, client, graphql, scope, fits }
    const attempt = await attemptSafely(route, call)
    const duration_ms = performance.now() - begun
    meta.route_used = route.type
    meta.reason = skipped ? ("PREFLIGHT_FAILED" satisfies RouteReason) : reason
    attempts.push({
      route: route.type,
      status: attempt.ok ? "success" : "error",
      ...(!attempt.ok && { error_code: attempt.failure.code }),
      duration_ms,
    })
    return finish(attempt, duration_ms)
  }
  return finish({ ok: false, failure: skipped ?? unserved(definition, options) }, 0)
}

/** A mapping that throws is a defect of its card, and must not break the chain around it. */
async function attemptSafely<T>(route: Route, call: Call<T>): Promise<Attempt<T>> {
  try {
    return await checked(call, await route.attempt(call))
  } catch (error) {
    return { ok: false, failure: unexpected(error, call.scope.requests > 0) }
  }
}

/** In development and tests a result that breaks the contract is a defect to see, not to pass on. */
async function checked<T>(call: Call<T>, attempt: Attempt<T>): Promise<Attempt<T>> {
  if (!attempt.ok || !call.client.validate_output) return attempt
  const problem = await misfit(call.definition, attempt.data)
  if (problem === undefined) return attempt
  const applied = call.definition.effect !== "read"
  const failure: Failure = {
    code: "UNKNOWN",
    message: `The result of ${call.definition.id} breaks its contract: ${problem}`,
    transient: false,
    outcome: "unknown",
    ...(applied && {
      details: { applied, fix: "GitHub carried out the write; do not repeat the call" },
    }),
  }
  return { ok: false, failure, ...(attempt.headers && { headers: attempt.headers }) }
}

async function misfit(definition: Definition, output: unknown): Promise<string | undefined> {
  const { outputProblem } = await loadChecks()
  return outputProblem(definition, output)
}

function toEnvelope<T>(
  definition: Definition,
  client: Client,
  attempt: Attempt<T>,
  meta: ResultMeta,
): ResultEnvelope<T> {
  const cost = attempt.headers && costOf(attempt.headers)
  if (cost) meta.cost = cost
  if (!attempt.ok) {
    const error = client.redact(toResultError(attempt.failure, definition))
    return { ok: false, error, meta }
  }
  const { data, warnings } = attempt
  if (warnings) meta.warnings = client.redact(warnings)
  const page = pageOf(data)
  if (page) meta.pagination = { ...page.page_info, total_count: page.total_count }
  return { ok: true, data, meta }
}

function unserved({ id, routes }: Definition, { route }: Carrier["options"]): Failure {
  return {
    code: "ADAPTER_UNSUPPORTED",
    message: route
      ? `${id} cannot take the ${route} route; its routes: ${routes.join(", ")}`
      : `${id} has no route that can be taken here; its routes: ${routes.join(", ")}`,
    transient: false,
    outcome: "not_sent",
  }
}

import { carryOut, withinScope } from "../call/index.js"
import type {
  ChainResultEnvelope,
  ChainStatus,
  ChainStepResult,
  ResultEnvelope,
  ResultError,
  RouteType,
} from "../envelope.js"
import type { Scope } from "../scope.js"
import type { StepPlan } from "../step/index.js"
import { batcher } from "./batcher.js"
import { preflight } from "./preflight.js"
import type { ChainOptions } from "./types.js"

/** One step of a chain, or the reason why its name means nothing. */
export type ChainEntry =
  | { ok: true; plan: StepPlan<string, unknown> }
  | { ok: false; task: string; error: ResultError }

type StepResult = ChainStepResult<string, unknown>
type ChainResult = ChainResultEnvelope<StepResult[]>

const defaultConcurrency = 10

/** Runs the steps of a chain: all of them, or none where one cannot be sent. */
export async function runChain(
  entries: readonly ChainEntry[],
  options: ChainOptions,
): Promise<ChainResult> {
  const { concurrency = defaultConcurrency } = options
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency must be a whole number of at least 1, not ${concurrency}`)
  }
  return withinScope(
    options,
    async (scope) => {
      const checked = await preflight(entries)
      if (!checked.ok) return summary(checked.rejected, [], scope)
      const batch = batcher(checked.ready.length, concurrency)
      const envelopes = await Promise.all(
        checked.ready.map(({ plan, input }, index) => {
          const client = plan.client()
          const graphql = batch.transport(index, client.graphql, client.batch)
          const carrier = { client, graphql, scope, options: {} }
          return carryOut(plan.definition, input, carrier).finally(() => batch.settle(index))
        }),
      )
      return summary(envelopes.map(toStepResult), envelopes, scope)
    },
    ({ status }) => status === "success",
  )
}

function toStepResult(envelope: ResultEnvelope<unknown>): StepResult {
  const task = envelope.meta.capability_id
  return envelope.ok
    ? { task, ok: true, data: envelope.data }
    : { task, ok: false, error: envelope.error }
}

function summary(
  results: StepResult[],
  envelopes: readonly ResultEnvelope<unknown>[],
  { requests }: Scope,
): ChainResult {
  const total = results.length
  const succeeded = results.filter(({ ok }) => ok).length
  // A chain of nothing has nothing that failed.
  const status: ChainStatus = succeeded === total ? "success" : succeeded > 0 ? "partial" : "failed"
  const failed = total - succeeded
  const meta = { route_used: routeOf(envelopes), total, succeeded, failed, requests }
  return { status, results, meta }
}

/** GraphQL is what a chain takes, also where nothing was sent. */
function routeOf(envelopes: readonly ResultEnvelope<unknown>[]): RouteType | "mixed" {
  const used = new Set(envelopes.flatMap(({ meta }) => meta.route_used ?? []))
  const [only = "graphql"] = used
  return used.size > 1 ? "mixed" : only
}

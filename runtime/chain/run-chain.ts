import { batcher } from "../batch/index.js"
import { carryOut, withinScope } from "../call/index.js"
import type { Client } from "../client/index.js"
import { type ConcurrencyLimit, concurrencyLimit } from "../concurrency-limit.js"
import type {
  ChainResultEnvelope,
  ChainStatus,
  ChainStepResult,
  ResultEnvelope,
  ResultError,
  RouteType,
} from "../envelope.js"
import { checkOptions, type Known } from "../known-options.js"
import type { Scope } from "../scope.js"
import type { StepPlan } from "../step/index.js"
import { observer } from "./observer.js"
import { preflight } from "./preflight.js"
import type { ChainOptions } from "./types.js"

/** One step of a chain, or the reason why its name means nothing. */
export type ChainEntry =
  | { ok: true; plan: StepPlan<string, unknown> }
  | { ok: false; task: string; error: ResultError }

type StepResult = ChainStepResult<string, unknown>
type ChainResult = ChainResultEnvelope<StepResult[]>

const defaultConcurrency = 10

const known: Known<ChainOptions> = {
  signal: true,
  timeout_ms: true,
  concurrency: true,
  onStep: true,
}

/** Runs the steps of a chain: all of them, or none where one cannot be sent. */
export async function runChain(
  entries: readonly ChainEntry[],
  options: ChainOptions,
): Promise<ChainResult> {
  checkOptions("A chain", options, known)
  const { concurrency = defaultConcurrency } = options
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency must be a whole number of at least 1, not ${concurrency}`)
  }
  return withinScope(
    options,
    async (scope) => {
      const observed = observer(options)
      const checked = await preflight(entries)
      if (!checked.ok) {
        checked.rejected.forEach(observed.settled)
        return summary(checked.rejected, [], scope, observed.warnings())
      }
      const limited = concurrencyLimit(concurrency)
      const batch = batcher(checked.ready.length, limited)
      const bounded = boundedClients(limited)
      const several = checked.ready.length > 1
      const settled = await Promise.all(
        checked.ready.map(async ({ plan, input }, index) => {
          const client = bounded(plan.client())
          const graphql = batch.transport(index, client.graphql, client.batch)
          const leaveBatch = () => batch.settle(index)
          const carrier = { client, graphql, scope, options: {}, ...(several && { leaveBatch }) }
          const envelope = await carryOut(plan.definition, input, carrier).finally(leaveBatch)
          const result = toStepResult(envelope)
          observed.settled(result, index)
          return { envelope, result }
        }),
      )
      const results = settled.map(({ result }) => result)
      const routes = settled.flatMap(({ envelope }) => envelope.meta.route_used ?? [])
      return summary(results, routes, scope, observed.warnings())
    },
    ({ status }) => status === "success",
  )
}

/**
 * Clients whose requests over REST share a chain's limit; documents are bounded where they are
 * merged. One for each client, since what a client remembers belongs to it.
 */
function boundedClients(limited: ConcurrencyLimit): (client: Client) => Client {
  const known = new Map<Client, Client>()
  return (client) => {
    const { http } = client
    const bounded = known.get(client) ?? {
      ...client,
      http: { send: (request, scope) => limited(() => http.send(request, scope)) },
    }
    known.set(client, bounded)
    return bounded
  }
}

function toStepResult(envelope: ResultEnvelope<unknown>): StepResult {
  const task = envelope.meta.capability_id
  return envelope.ok
    ? { task, ok: true, data: envelope.data }
    : { task, ok: false, error: envelope.error }
}

function summary(
  results: StepResult[],
  routes: readonly RouteType[],
  { requests }: Scope,
  warnings: string[],
): ChainResult {
  const total = results.length
  const succeeded = results.filter(({ ok }) => ok).length
  const failed = total - succeeded
  // A chain of nothing has nothing that failed.
  const status: ChainStatus = failed === 0 ? "success" : succeeded > 0 ? "partial" : "failed"
  // GraphQL is what a chain takes, also where nothing was sent.
  const [first = "graphql", ...others] = new Set(routes)
  const route_used = others.length > 0 ? "mixed" : first
  const meta = { route_used, total, succeeded, failed, requests } as const
  return { status, results, meta: warnings.length > 0 ? { ...meta, warnings } : meta }
}

import { batcher } from "../batch/index.js"
import { carryOut, withinScope } from "../call/index.js"
import type { Client } from "../client/index.js"
import type {
  ChainResultEnvelope,
  ChainStepResult,
  Cost,
  ResultEnvelope,
  ResultMeta,
} from "../envelope/index.js"
import { toResultError } from "../errors/index.js"
import { checkOptions, type Known } from "../input/index.js"
import type { Sent } from "../timing/index.js"
import { type ConcurrencyLimit, concurrencyLimit } from "../timing/index.js"
import { ChainAborted } from "./chain-aborted.js"
import { observer } from "./observer.js"
import { type ChainEntry, preflight } from "./preflight.js"
import type { ChainOptions } from "./types.js"

type StepResult = ChainStepResult<string, unknown>
type ChainResult = ChainResultEnvelope<StepResult[]>

const defaultConcurrency = 10

const known: Known<ChainOptions> = {
  trace: true,
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
  const { concurrency = defaultConcurrency, trace = false } = options
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency must be a whole number of at least 1, not ${concurrency}`)
  }
  const { signal } = options
  if (signal?.aborted) throw new ChainAborted(unsent(entries), signal.reason)
  return withinScope(
    options,
    async (scope) => {
      const observed = observer(options)
      const checked = await preflight(entries, scope)
      if (!checked.ok) {
        checked.rejected.forEach(observed.settled)
        return summary(checked.rejected, [], scope.sent, observed.warnings())
      }
      const limited = concurrencyLimit(concurrency)
      const batch = batcher(checked.ready.length, limited)
      const bounded = boundedClients(limited)
      const several = checked.ready.length > 1
      const settled = await Promise.all(
        checked.ready.map(async ({ plan, definition, input }, index) => {
          const client = bounded(plan.client())
          const graphql = batch.transport(index, client.graphql, client.batch)
          const leaveBatch = () => batch.settle(index)
          const chain = { several, leaveBatch }
          const carrier = { client, graphql, scope, options: { trace }, chain }
          const envelope = await carryOut(definition, input, carrier).finally(leaveBatch)
          const result = toStepResult(envelope)
          observed.settled(result, index)
          return { envelope, result }
        }),
      )
      const results = settled.map(({ result }) => result)
      const metas = settled.map(({ envelope }) => envelope.meta)
      return summary(results, metas, scope.sent, observed.warnings())
    },
    ({ status }) => status === "success",
    (result, reason) => new ChainAborted(result, reason),
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
  const { capability_id: task, attempts } = envelope.meta
  const traced = attempts && { attempts }
  return envelope.ok
    ? { task, ok: true, data: envelope.data, ...traced }
    : { task, ok: false, error: envelope.error, ...traced }
}

function summary(
  results: StepResult[],
  metas: readonly ResultMeta[],
  { requests, points }: Sent,
  warnings: string[],
): ChainResult {
  const succeeded = results.filter((result) => result.ok)
  const failed = results.filter((result) => !result.ok)
  // GraphQL is what a chain takes, also where nothing was sent.
  const [first = "graphql", ...others] = new Set(metas.flatMap((each) => each.route_used ?? []))
  const route_used = others.length > 0 ? "mixed" : first
  const meta = {
    route_used,
    total: results.length,
    succeeded: succeeded.length,
    failed: failed.length,
    requests,
    ...(points > 0 && { cost: { points, ...scarcest(metas) } }),
    ...(warnings.length > 0 && { warnings }),
  } as const
  // A chain of nothing has nothing that failed.
  if (failed.length === 0) return { status: "success", results: succeeded, meta }
  if (succeeded.length === 0) return { status: "failed", results: failed, meta }
  return { status: "partial", results, meta }
}

/** What is left of the limit that is nearest to its end. */
function scarcest(metas: readonly ResultMeta[]): Cost {
  const left = ({ remaining = Number.POSITIVE_INFINITY }: Cost) => remaining
  const costs = metas.flatMap(({ cost }) => cost ?? [])
  return costs.reduce<Cost>((least, each) => (left(each) < left(least) ? each : least), {})
}

/** What an aborted chain says of steps that it never looked at. */
function unsent(entries: readonly ChainEntry[]): ChainResult {
  const results = entries.map((entry): StepResult => {
    if (!entry.ok) return entry
    const { definition } = entry.plan
    const failure = {
      code: "NETWORK",
      message: "Not sent: the chain was aborted before it began",
      transient: true,
      outcome: "not_sent",
    } as const
    return { task: definition.id, ok: false, error: toResultError(failure, definition) }
  })
  return summary(results, [], { requests: 0, points: 0 }, [])
}

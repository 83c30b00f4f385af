import { withinScope } from "../call/index.js"
import type { ChainResultEnvelope, ChainStepResult, Cost, ResultMeta } from "../envelope/index.js"
import { toResultError } from "../errors/index.js"
import { checkOptions, type Known } from "../input/index.js"
import type { Sent } from "../timing/index.js"
import { concurrencyLimit } from "../timing/index.js"
import { carryAll, levelsOf } from "./carry-all.js"
import { ChainAborted } from "./chain-aborted.js"
import type { ChainEntry } from "./entry.js"
import { observer } from "./observer.js"
import { preflight } from "./preflight.js"
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
      const { ready } = checked
      const limited = concurrencyLimit(concurrency)
      const carried = await carryAll(ready, { scope, trace, limited, ...observed })
      const results = carried.map(({ result }) => result)
      const metas = carried.flatMap(({ metas }) => metas)
      const meta = summary(results, metas, scope.sent, observed.warnings())
      const levels = levelsOf(ready)
      return levels > 1 ? { ...meta, meta: { ...meta.meta, levels } } : meta
    },
    ({ status }) => status === "success",
    (result, reason) => new ChainAborted(result, reason),
  )
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

import type { Noted } from "../client/index.js"
import type {
  ChainResultEnvelope,
  ChainStepResult,
  Cost,
  ResultError,
  ResultMeta,
} from "../envelope/index.js"
import type { Sent } from "../timing/index.js"
import type { Guess } from "./one-of.js"

/** What came of an entry, and what its calls tell of themselves. */
export interface EntryOutcome {
  readonly result: ChainStepResult<string, unknown>
  readonly metas: readonly ResultMeta[]
  /** What was sent, where it was one call. */
  readonly input?: unknown
  /** What a part of a text stood for, of what this was called with or follows from. */
  readonly guess?: Guess | undefined
  /** What was noted in place of sending it. */
  readonly noted?: Noted
}

/** An entry that failed before anything was sent. */
export function failedWith(task: string, error: ResultError): EntryOutcome {
  return { result: { task, ok: false, error }, metas: [] }
}

/** What came of a chain, out of what came of its entries. `warnings` are those of the chain itself. */
export function summary(
  carried: readonly EntryOutcome[],
  { requests, points, beside }: Sent,
  warnings: readonly string[],
  levels = 1,
): ChainResultEnvelope<ChainStepResult<string, unknown>[]> {
  const results = carried.map(({ result }) => result)
  const told = [...carried.flatMap(warningsOf), ...warnings]
  const metas = carried.flatMap((one) => one.metas)
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
    ...(levels > 1 && { levels }),
    ...(points > 0 && { cost: { points, ...scarcest(metas), ...beside } }),
    ...(told.length > 0 && { warnings: told }),
  } as const
  // A chain of nothing has nothing that failed.
  if (failed.length === 0) return { status: "success", results: succeeded, meta }
  if (succeeded.length === 0) return { status: "failed", results: failed, meta }
  return { status: "partial", results, meta }
}

/** What the calls of an entry warn of, each said once. */
function warningsOf({ result: { task }, metas }: EntryOutcome, index: number): string[] {
  const all = new Set(metas.flatMap(({ warnings = [] }) => warnings))
  return [...all].map((warning) => `#${index} ${task}: ${warning}`)
}

/** What is left of the limit that is nearest to its end. */
function scarcest(metas: readonly ResultMeta[]): Cost {
  const left = ({ remaining = Number.POSITIVE_INFINITY }: Cost) => remaining
  const costs = metas.flatMap(({ cost }) => cost ?? [])
  return costs.reduce<Cost>((least, each) => (left(each) < left(least) ? each : least), {})
}

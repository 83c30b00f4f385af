import type { RecordedStep } from "../client/index.js"
import type {
  ChainResultEnvelope,
  ChainStepResult,
  Cost,
  ResultError,
  ResultMeta,
  ResultWarning,
} from "../envelope/index.js"
import { type Failure, toResultError } from "../errors/index.js"
import { pathText } from "../reference/index.js"
import type { StepCall } from "../step/index.js"
import type { Sent } from "../timing/index.js"
import type { EachPlan } from "./each.js"
import type { LayoutPath } from "./layout.js"

/** One step of a chain, one step for each item of a list, or the failure of an unknown name. */
export type ChainEntry = PlannedEntry | UnknownEntry

export interface PlannedEntry {
  readonly ok: true
  readonly plan: StepCall<string, unknown>
  readonly each?: EachPlan
  /** The name that other entries use to refer to it. */
  readonly as?: string | undefined
  /** Where it stands in a chain with names, for messages. */
  readonly at?: LayoutPath
  /**
   * Refuses a destructive call if the client has no `confirm`. Without this flag, only calls with references are
   * refused.
   */
  readonly confirm?: boolean
  /** Identifies the entries that it follows without taking values from them. */
  readonly after?: readonly object[]
}

interface UnknownEntry {
  readonly ok: false
  readonly task: string
  readonly error: ResultError
}

/** The source that references to an entry's result point to. */
export function sourceOf(entry: ChainEntry): object {
  return entry.ok ? (entry.each ?? entry.plan) : entry
}

/** The capability of an entry. */
export function idOf(entry: ChainEntry): string {
  return entry.ok ? entry.plan.definition.id : entry.task
}

/** An entry in messages: `created`, `[0].issues`, or `#0 issue.create`. */
export function labelOf(entry: ChainEntry, index: number): string {
  const { as, at }: Partial<PlannedEntry> = entry.ok ? entry : {}
  return as ?? (at ? pathText(at) : `#${index} ${idOf(entry)}`)
}

/** The only item of a list that contains a string. */
export interface PartialMatch {
  readonly message: string
  readonly match: unknown
}

/** The result of an entry, with the metadata of its calls. */
export interface EntryOutcome {
  readonly result: ChainStepResult<string, unknown>
  readonly metas: readonly ResultMeta[]
  /** The input that was sent, if it was one call. */
  readonly input?: unknown
  /** The partial text that selected an item for this entry or one it depends on. */
  readonly guess?: PartialMatch | undefined
  /** The record made instead of sending. */
  readonly recorded?: RecordedStep
}

/** An entry that failed before anything was sent. */
export function failedWith(task: string, error: ResultError): EntryOutcome {
  return { result: { task, ok: false, error }, metas: [] }
}

/** The result of a chain from those of its entries. `warnings` are the chain's own. */
export function summary(
  outcomes: readonly EntryOutcome[],
  { requests, points, beside }: Sent,
  warnings: readonly ResultWarning[],
  levels = 1,
): ChainResultEnvelope<ChainStepResult<string, unknown>[]> {
  const results = outcomes.map(({ result }) => result)
  const allWarnings = [...outcomes.flatMap(warningsOf), ...warnings]
  const metas = outcomes.flatMap((one) => one.metas)
  const succeeded = results.filter((result) => result.ok)
  const failed = results.filter((result) => !result.ok)
  // For a chain that sent nothing, the route is GraphQL.
  const [first = "graphql", ...others] = new Set(metas.flatMap((each) => each.route_used ?? []))
  const route_used = others.length > 0 ? "mixed" : first
  const meta = {
    route_used,
    total: results.length,
    succeeded: succeeded.length,
    failed: failed.length,
    requests,
    ...(levels > 1 && { levels }),
    ...(points > 0 && { cost: { points, ...lowestRemaining(metas), ...beside } }),
    ...(allWarnings.length > 0 && { warnings: allWarnings }),
  } as const
  // Also if the chain has no steps.
  if (failed.length === 0) return { status: "success", results: succeeded, meta }
  if (succeeded.length === 0) return { status: "failed", results: failed, meta }
  return { status: "partial", results, meta }
}

/** The warnings of an entry's calls, without duplicates. */
function warningsOf({ result: { task }, metas }: EntryOutcome, step: number): ResultWarning[] {
  const all = metas.flatMap(({ warnings = [] }) => warnings)
  if (all.length === 0) return all
  const distinct = new Map(all.map((one) => [JSON.stringify(one), one]))
  return [...distinct.values()].map((one) => ({
    ...one,
    message: `#${step} ${task}: ${one.message}`,
    step,
  }))
}

/** The remaining budget of the limit that is closest to exhaustion. */
function lowestRemaining(metas: readonly ResultMeta[]): Cost {
  const left = ({ remaining = Number.POSITIVE_INFINITY }: Cost) => remaining
  const costs = metas.flatMap(({ cost }) => cost ?? [])
  return costs.reduce<Cost>((least, each) => (left(each) < left(least) ? each : least), {})
}

export type ChainOutcome = ChainResultEnvelope<ChainStepResult<string, unknown>[]>

/** The result of a chain that was rejected before its steps were checked. */
export function unsent(entries: readonly ChainEntry[], failure: Failure): ChainOutcome {
  const results = entries.map((entry) => {
    if (!entry.ok) return { result: entry, metas: [] }
    const { definition } = entry.plan
    return failedWith(definition.id, toResultError(failure, definition))
  })
  return summary(results, { requests: 0, points: 0 }, [])
}

const skipped = "skipped"

/** The result of a step that was never made because an earlier one failed. Its capability is unknown. */
export interface SkippedStep {
  task: typeof skipped
  ok: false
  error: ResultError
}

/** The error of a step that was not made because of another step or its own function. */
export function skippedStep({ code, message, retryable, details }: ResultError): EntryOutcome {
  return failedWith(skipped, {
    code,
    message: `Skipped: ${message}`,
    retryable,
    details: { ...details, outcome: "not_sent" },
  })
}

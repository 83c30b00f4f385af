import type {
  ChainResultEnvelope,
  ChainStepResult,
  ErrorCode,
  NestedResults,
} from "../envelope/index.js"
import { pathText } from "../reference/index.js"
import { isPlainObject, type LayoutPath } from "./layout.js"

/**
 * A chain that was ended by its `signal` rejects with this error. `cause` is the signal's reason; `envelope` holds
 * the result of every step. Finished steps keep their results. A write in flight has `details.outcome: "unknown"`,
 * one that was never sent `"not_sent"`.
 */
export class ChainAborted extends Error {
  override readonly name = "AbortError"
  readonly envelope: ChainResultEnvelope<ChainStepResult<string, unknown>[]>
  /** The results in the shape of the chain; a list as in `envelope` if its steps have no names. */
  readonly results: unknown

  constructor(
    envelope: ChainAborted["envelope"],
    reason: unknown,
    results: unknown = envelope.results,
  ) {
    const { succeeded, total } = envelope.meta
    const unknown = envelope.results.filter(
      (result) => !result.ok && result.error.details?.outcome === "unknown",
    ).length
    const uncertain = unknown > 0 ? `; ${unknown} may have been applied` : ""
    super(`The chain was aborted: ${succeeded} of ${total} steps have a result${uncertain}`, {
      cause: reason,
    })
    this.envelope = envelope
    this.results = results
  }
}

/** The message of a valid step whose chain was rejected because of another step. */
export const heldBackMessage = "Not sent: another step made the chain invalid"

type StepResult = ChainStepResult<string, unknown>
type Settled = ChainResultEnvelope<StepResult[]>

// The message names only the first failures; `envelope` has all.
const mostNamed = 3

/**
 * Thrown by a chain's `orThrow()` if a step failed. `envelope` holds the result of every step, including
 * those that GitHub executed. `code` is that of the first step that failed by itself.
 */
export class ChainFailed extends Error {
  override readonly name = "ChainFailed"
  readonly code: ErrorCode
  readonly envelope: Exclude<Settled, { status: "success" }>
  /** The results in the shape of the chain; a list as in `envelope` if its steps have no names. */
  readonly results: unknown

  /**
   * @param outcome - of a chain with or without names
   * @param labels - names the steps; by default their places do, or their positions and capabilities
   */
  constructor(
    outcome: Omit<ChainFailed["envelope"], "results"> & { readonly results: NestedResults },
    labels: readonly string[] = [],
    results: unknown = outcome.results,
  ) {
    const { status, meta } = outcome
    const placed = placedResults(outcome.results)
    const known = placed.map(({ label }, index) => labels[index] ?? label)
    const failures = placed.flatMap(({ result }, index) =>
      result.ok ? [] : [{ ...result, label: known[index] }],
    )
    const isHeldBack = ({ error: { message, details } }: (typeof failures)[number]) =>
      message === heldBackMessage || details?.recorded !== undefined
    const ordered = [...failures.filter((one) => !isHeldBack(one)), ...failures.filter(isHeldBack)]
    const named = ordered.slice(0, mostNamed).map(({ label, error: { message, details } }) => {
      // The reason is that of the other step.
      const other = known.find((one) => one === details?.because)
      return `${label}: ${other === undefined ? message : `Not sent: ${other} failed`}`
    })
    const more = failures.length > mostNamed ? [`and ${failures.length - mostNamed} more`] : []
    super(`${meta.failed} of ${meta.total} steps failed: ${[...named, ...more].join("; ")}`)
    this.code = ordered[0]?.error.code ?? "UNKNOWN"
    const all = placed.map(({ result }) => result)
    const failed = all.flatMap((one) => (one.ok ? [] : [one]))
    this.envelope =
      status === "partial" ? { status, results: all, meta } : { status, results: failed, meta }
    this.results = results
  }
}

/** The results of all steps, in order, with their names in messages. */
function placedResults(
  part: unknown,
  at: LayoutPath = [],
): { label: string; result: StepResult }[] {
  if (isStepResult(part)) {
    const isListed = at.length === 1 && typeof at[0] === "number"
    return [{ label: isListed ? `#${at[0]} ${part.task}` : pathText(at), result: part }]
  }
  if (Array.isArray(part)) return part.flatMap((one, index) => placedResults(one, [...at, index]))
  if (!isPlainObject(part)) return []
  return Object.entries(part).flatMap(([name, one]) => placedResults(one, [...at, name]))
}

function isStepResult(one: unknown): one is StepResult {
  return isPlainObject(one) && "task" in one && "ok" in one && typeof one.ok === "boolean"
}

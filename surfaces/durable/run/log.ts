/** The state of a run, from the entries of its journal. */
import type { JournalEntry, RunBegun, StepFinished, StepIntended, StepWaiting } from "./journal.js"

/** A step, according to its journal. */
export interface LoggedStep {
  readonly task: string
  readonly input: unknown
  /** The step's result, if it has one. */
  readonly done?: StepFinished
  /** The first intent without a result. */
  readonly open?: StepIntended
  /** The step's latest wait. */
  readonly waiting?: StepWaiting
  /** The step's last error. */
  readonly failed?: StepFinished
}

export interface RunLog {
  readonly begun: RunBegun | undefined
  /** The status with which the latest process ended; undefined if it has not, or if something was sent since. */
  readonly status: string | undefined
  readonly steps: ReadonlyMap<string, LoggedStep>
  /** Number of processes that have taken the run over since the last step was finished. */
  readonly takeovers: number
}

export function logOf(entries: readonly JournalEntry[]): RunLog {
  let begun: RunBegun | undefined
  let status: string | undefined
  let takeovers = 0
  const steps = new Map<string, LoggedStep>()
  for (const entry of entries) {
    status = entry.kind === "end" ? entry.status : undefined
    if (entry.kind === "taken") takeovers += 1
    if (entry.kind === "result" || entry.kind === "end") takeovers = 0
    if (entry.kind === "run") begun ??= entry
    if (entry.kind === "intent") steps.set(entry.step, intended(steps.get(entry.step), entry))
    if (entry.kind === "waiting") steps.set(entry.step, waiting(steps.get(entry.step), entry))
    if (entry.kind === "result") steps.set(entry.step, finished(steps.get(entry.step), entry))
  }
  return { begun, status, steps, takeovers }
}

function intended(before: LoggedStep | undefined, entry: StepIntended): LoggedStep {
  const { task, input } = entry
  // An intent may be repeated; only the time of the first one is kept.
  return before?.done ? before : { task, input, open: before?.open ?? entry }
}

function waiting(before: LoggedStep | undefined, entry: StepWaiting): LoggedStep {
  const { task, input, open, done } = before ?? { task: entry.task, input: undefined }
  return done ? { task, input, done } : { task, input, waiting: entry, ...(open && { open }) }
}

function finished(before: LoggedStep | undefined, entry: StepFinished): LoggedStep {
  if (before?.done) return before
  const { task, input = before?.input } = entry
  if (!entry.error) return { task, input, done: entry }
  const open = entry.unknown ? before?.open : undefined
  return { task, input, failed: entry, ...(open && { open }) }
}

/** The state of a run, from the entries of its journal. */
import {
  checkRunName,
  type Journal,
  type JournalEntry,
  type RunBegun,
  RunError,
  type StepFinished,
  type StepIntended,
  type StepWaiting,
} from "./journal.js"

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

/**
 * Records the outcome of a step that could not be determined, after somebody checked on GitHub. The next run
 * continues from there. A step that is `done` has no data, so steps that refer to it fail.
 *
 * @param step - its place, as in `progressOf`: `3`, `3.7`
 * @throws RunError if a process executes the run; TypeError if the step is not open
 */
export async function settleStep(
  journal: Journal,
  run: string,
  step: string,
  became: "done" | "not-done",
): Promise<void> {
  checkRunName(run)
  const lease = await journal.lease(run, 30_000)
  if (!lease) throw new RunError(run, "in_use", "another process is running it")
  try {
    const known = logOf(await journal.read(run)).steps.get(step)
    if (!known?.open) throw new TypeError(`Step ${step} of run ${run} is not unknown`)
    const entry = { kind: "result", at: new Date().toISOString(), step, task: known.task } as const
    const error = { code: "UNKNOWN", message: "Not applied, according to a check on GitHub" }
    const result = became === "done" ? { ...entry, data: null } : { ...entry, error }
    await journal.finish(run, [result, { kind: "end", at: entry.at, status: "stopped" }])
  } finally {
    await lease.release()
  }
}

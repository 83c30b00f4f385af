import type { JournalEntry } from "./journal.js"
import { type LoggedStep, logOf } from "./log.js"

/** The progress of a run, according to its journal. */
export interface RunProgress {
  readonly run: string
  /** A run that has not ended is `running` if a process holds it, else `interrupted`. */
  readonly status: "success" | "partial" | "failed" | "stopped" | "running" | "interrupted"
  readonly begun_at: string
  /** Time of the latest entry. */
  readonly active_at: string
  /** Finished steps; an `each` counts as one. */
  readonly done: number
  /** Null if functions make the steps. */
  readonly total: number | null
  /** Finished items of steps with `each`. */
  readonly items_done: number
  /** Rate of the latest steps and items; null if there are fewer than two. */
  readonly done_per_minute: number | null
  /** Steps that have begun but have no result yet. */
  readonly current: readonly CurrentStep[]
  readonly failed: readonly FailedStep[]
}

export interface CurrentStep {
  readonly step: string
  readonly task: string
  readonly since: string
  /** The window of the rate budget that it waits for, such as `creations_minute`. */
  readonly waits_for?: string
  /** The earliest moment at which it continues. */
  readonly waits_until?: string
}

export interface FailedStep {
  readonly step: string
  readonly task: string
  readonly message: string
  /** Whether it may have been applied nevertheless. */
  readonly unknown: boolean
  /** The reason why its outcome cannot be determined. */
  readonly unreconciled?: string
  /** Milliseconds until it can be retried. */
  readonly retry_after_ms?: number
}

/** The speed is computed from this many of the latest results. */
const RECENT = 20

/**
 * The progress of a run; undefined if it never began.
 *
 * @param entries - from `journal.read(run)`
 * @param isHeld - whether a process holds the run
 */
export function progressOf(
  run: string,
  entries: readonly JournalEntry[],
  isHeld: boolean,
): RunProgress | undefined {
  const { begun, status, steps } = logOf(entries)
  if (!begun) return undefined
  const all = [...steps]
  const done = all.filter(([, step]) => step.done).map(([place]) => place)
  const own = done.filter((place) => /^\d+$/.test(place))
  const ended = status ?? "interrupted"
  return {
    run,
    status: isHeld ? "running" : isStatus(ended) ? ended : "interrupted",
    begun_at: begun.at,
    active_at: entries.at(-1)?.at ?? begun.at,
    done: own.length,
    total: begun.tasks?.length ?? null,
    items_done: done.filter((place) => /^\d+\.\d+$/.test(place)).length,
    done_per_minute: rateOf(entries),
    current: all.flatMap(currentOf),
    failed: all.flatMap(failedOf),
  }
}

const isStatus = (text: string): text is "success" | "partial" | "failed" | "stopped" =>
  ["success", "partial", "failed", "stopped"].includes(text)

function rateOf(entries: readonly JournalEntry[]): number | null {
  const times = entries.flatMap((entry) =>
    entry.kind === "result" && !entry.error ? [Date.parse(entry.at)] : [],
  )
  const [first, ...others] = times.slice(-RECENT)
  const last = others.at(-1)
  if (first === undefined || last === undefined || last <= first) return null
  return Math.round((others.length / (last - first)) * 60_000)
}

function currentOf([step, { task, open, failed, waiting }]: [string, LoggedStep]): CurrentStep[] {
  const since = (open ?? waiting)?.at
  if (since === undefined || failed) return []
  const waits = waiting && { waits_for: waiting.window, waits_until: waiting.until }
  return [{ step, task, since, ...waits }]
}

function failedOf([step, { task, open, failed }]: [string, LoggedStep]): FailedStep[] {
  if (!failed?.error) return []
  const { message, details } = failed.error
  const { unreconciled, retry_after_ms }: Record<string, unknown> = { ...details }
  return [
    {
      step,
      task,
      message,
      unknown: open !== undefined,
      ...(typeof unreconciled === "string" && { unreconciled }),
      ...(typeof retry_after_ms === "number" && { retry_after_ms }),
    },
  ]
}

/** What a worker of a fleet does with a job, whichever engine gives it. */
import type { ChainResultEnvelope, ChainStepResult, Client } from "../../../runtime/index.js"
import { durable, type Journal, RunError } from "../run/index.js"
import type { QueueJob } from "./queue.js"

export interface WorkOptions {
  /** In the same store as the queue, so that another worker finds it. */
  readonly journal: Journal
  /** How long a worker that was killed keeps its jobs, 30 seconds by default. */
  readonly lease_ms?: number
  /** How many workers may die of a job, one after the other, before it is put aside: 3 by default. */
  readonly max_takeovers?: number
}

/** A job that is not done. */
export class JobError extends Error {
  override readonly name = "JobError"
  /** Whether the same may succeed later. */
  readonly retryable: boolean

  constructor(message: string, retryable: boolean) {
    super(message)
    this.retryable = retryable
  }
}

/** What a queue keeps of a job that is done; the results are in the journal. */
export interface JobDone {
  readonly steps: number
}

/** @throws JobError where the job is not done */
export type Work = (job: QueueJob, signal?: AbortSignal) => Promise<JobDone>

export function workOf(through: Client, options: WorkOptions): Work {
  const { journal, lease_ms = 30_000, max_takeovers = 3 } = options
  // Whoever has the job now may have died: its lease is waited for.
  const runs = durable(through, { journal, lease_ms, wait_ms: 2 * lease_ms, max_takeovers })
  return async ({ run, tasks }, signal) => {
    let envelope: ChainResultEnvelope<ChainStepResult<string, unknown>[]>
    try {
      envelope = await runs.run(run, tasks.map(asTask), { ...(signal && { signal }) })
    } catch (error) {
      const isLasting =
        error instanceof RunError && ["different", "poisoned"].includes(error.reason)
      throw new JobError(error instanceof Error ? error.message : String(error), !isLasting)
    }
    if (envelope.status === "success") return { steps: envelope.meta.total }
    // What follows from a failure says nothing of its own.
    const failed = envelope.results.flatMap((one, at) =>
      one.ok || one.error.details?.because !== undefined ? [] : [{ at, ...one }],
    )
    const told = failed.map(({ at, task, error }) => {
      const { outcome, unreconciled = error.message } = error.details ?? {}
      const isUnknown = outcome === "unknown"
      return `#${at} ${task}: ${isUnknown ? `unknown whether it was carried out: ${unreconciled}` : error.message}`
    })
    const retryable = failed.length > 0 && failed.every(({ error }) => error.retryable)
    throw new JobError(told.join("; "), retryable)
  }
}

/** What a task must be, the executor says. */
function asTask(task: unknown): { readonly task: string; readonly input: unknown } {
  const { input, ...others } = Object(task)
  return { ...others, input }
}

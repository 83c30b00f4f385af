/** Executes a job of a fleet, for any engine. */
import { setTimeout as sleep } from "node:timers/promises"
import type {
  ChainResultEnvelope,
  ChainStepResult,
  Client,
  ResultError,
} from "../../../runtime/index.js"
import { durable, hold, type Journal, RunError } from "../run/index.js"
import type { QueueJob } from "./queue.js"

export interface WorkOptions {
  /** The journal, in the same store as the queue, so that another worker finds it. */
  readonly journal: Journal
  /** How long the jobs of a killed worker stay locked, 30 seconds by default. */
  readonly lease_ms?: number | undefined
  /** Number of consecutive workers that may die while executing a job before the job fails; 3 by default. */
  readonly max_takeovers?: number | undefined
}

/** The reason why a job is not done. */
export class JobError extends Error {
  override readonly name = "JobError"
  /** Whether the same job may succeed later. */
  readonly retryable: boolean
  /** Milliseconds until a rate limit allows it to continue. */
  readonly limited_ms: number | undefined

  constructor(message: string, retryable: boolean, limited_ms?: number) {
    super(message)
    this.retryable = retryable
    this.limited_ms = limited_ms
  }
}

/** The data that a queue keeps for a finished job. The results are in the journal. */
export interface JobDone {
  readonly steps: number
}

/** @throws JobError if the job has not finished */
type Work = (job: QueueJob, signal?: AbortSignal) => Promise<JobDone>

/** Between attempts; it doubles. */
const BACKOFF_MS = 1000

/**
 * @param attempts - maximum number of attempts of a job with temporary errors. A job stopped by a rate limit waits in its
 *   worker, because the limit would stop every other job of the token, too.
 */
export function workOf(through: Client, options: WorkOptions, attempts: number): Work {
  const { journal, lease_ms = 30_000, max_takeovers = 3 } = options
  // The previous worker may have died, so this one waits for its lease to expire.
  const timing = { lease_ms, wait_ms: 2 * lease_ms }
  const runs = durable(through, { journal, ...timing, max_takeovers })

  const tryOnce = async ({ run, tasks }: QueueJob, signal: AbortSignal | undefined) => {
    let envelope: ChainResultEnvelope<ChainStepResult<string, unknown>[]>
    try {
      envelope = await runs.run(run, tasks.map(asTask), { ...(signal && { signal }) })
    } catch (error) {
      const isLasting =
        error instanceof RunError && ["different", "poisoned"].includes(error.reason)
      throw new JobError(error instanceof Error ? error.message : String(error), !isLasting)
    }
    if (envelope.status === "success") return { steps: envelope.meta.total }
    throw failureOf(envelope.results)
  }

  return async (job, signal) => {
    for (let attempt = 1; ; ) {
      try {
        return await tryOnce(job, signal)
      } catch (error) {
        const limited_ms = error instanceof JobError ? error.limited_ms : undefined
        const isOver = error instanceof JobError && !error.retryable
        if (limited_ms === undefined && (isOver || attempt >= attempts)) throw error
        // The lease shows that this worker is alive.
        const held = await hold(journal, job.run, { ...timing, ...(signal && { signal }) })
        const wait_ms = limited_ms ?? BACKOFF_MS * 2 ** (attempt - 1)
        await sleep(wait_ms, undefined, signal && { signal }).finally(held.release)
        if (limited_ms === undefined) attempt += 1
      }
    }
  }
}

/** The reasons why steps of a job failed, without errors that only follow from others. */
function failureOf(results: readonly ChainStepResult<string, unknown>[]): JobError {
  const failed = results.flatMap((one, at) =>
    one.ok || one.error.details?.because !== undefined ? [] : [{ at, ...one }],
  )
  const failures = failed.map(({ at, task, error }) => `#${at} ${task}: ${reasonOf(error)}`)
  const retryable = failed.length > 0 && failed.every(({ error }) => error.retryable)
  const waits = failed.flatMap(({ error: { code, details } }) =>
    code === "RATE_LIMIT" && details?.retry_after_ms !== undefined ? [details.retry_after_ms] : [],
  )
  const isLimited = retryable && waits.length === failed.length
  return new JobError(failures.join("; "), retryable, isLimited ? Math.max(...waits) : undefined)
}

function reasonOf({ message, details }: ResultError): string {
  if (details?.outcome !== "unknown") return message
  return `unknown whether it was applied: ${details.unreconciled ?? message}`
}

/** An invalid task is reported by the executor. */
function asTask(task: unknown): { readonly task: string; readonly input: unknown } {
  const { input, ...others } = Object(task)
  return { ...others, input }
}

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
  /** When a rate limit lets it go on, in milliseconds. */
  readonly limited_ms: number | undefined

  constructor(message: string, retryable: boolean, limited_ms?: number) {
    super(message)
    this.retryable = retryable
    this.limited_ms = limited_ms
  }
}

/** What a queue keeps of a finished job; the results are in the journal. */
export interface JobDone {
  readonly steps: number
}

/** @throws JobError where the job is not done */
export type Work = (job: QueueJob, signal?: AbortSignal) => Promise<JobDone>

/** Between attempts; it doubles. */
const BACKOFF_MS = 1000

/**
 * @param attempts - how often a job is tried that may succeed later. A job that a rate limit stops waits in its
 * worker: every other job of the token would be stopped, too.
 */
export function workOf(through: Client, options: WorkOptions, attempts: number): Work {
  const { journal, lease_ms = 30_000, max_takeovers = 3 } = options
  // The previous worker may have died, so its lease is waited for.
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
        // Its lease says that this worker lives.
        const held = await hold(journal, job.run, { ...timing, ...(signal && { signal }) })
        const wait_ms = limited_ms ?? BACKOFF_MS * 2 ** (attempt - 1)
        await sleep(wait_ms, undefined, signal && { signal }).finally(held.release)
        if (limited_ms === undefined) attempt += 1
      }
    }
  }
}

/** Why the steps of a job failed; errors that only follow from another are left out. */
function failureOf(results: readonly ChainStepResult<string, unknown>[]): JobError {
  const failed = results.flatMap((one, at) =>
    one.ok || one.error.details?.because !== undefined ? [] : [{ at, ...one }],
  )
  const told = failed.map(({ at, task, error }) => `#${at} ${task}: ${reasonOf(error)}`)
  const retryable = failed.length > 0 && failed.every(({ error }) => error.retryable)
  const waits = failed.flatMap(({ error: { code, details } }) =>
    code === "RATE_LIMIT" && details?.retry_after_ms !== undefined ? [details.retry_after_ms] : [],
  )
  const isLimited = retryable && waits.length === failed.length
  return new JobError(told.join("; "), retryable, isLimited ? Math.max(...waits) : undefined)
}

function reasonOf({ message, details }: ResultError): string {
  if (details?.outcome !== "unknown") return message
  return `unknown whether it was carried out: ${details.unreconciled ?? message}`
}

/** The executor reports invalid tasks. */
function asTask(task: unknown): { readonly task: string; readonly input: unknown } {
  const { input, ...others } = Object(task)
  return { ...others, input }
}

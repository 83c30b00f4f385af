/** Durable runs on BullMQ (`ghx/durable/bullmq`): one job for each group of tasks. */
import type { Client } from "../../../runtime/index.js"
import {
  checkSame,
  type JobDone,
  JobError,
  jobsOf,
  MOST_FAILURES,
  prefixOf,
  type QueueJob,
  type RunQueue,
  type WorkOptions,
  workOf,
} from "../queue/index.js"

export type { QueueStatus, RunQueue, WorkOptions } from "../queue/index.js"

/** The part of BullMQ's `Job` that is used. */
export interface BullJob {
  readonly id?: string | undefined
  readonly data: unknown
  readonly failedReason?: string
  retry(state: "failed", options: { resetAttemptsMade: boolean }): Promise<void>
  remove(): Promise<void>
}

/** The part of BullMQ's `Queue` that is used. */
export interface BullQueue {
  addBulk(
    jobs: {
      name: string
      data: QueueJob
      opts: { jobId: string; attempts: number; backoff: typeof BACKOFF }
    }[],
  ): Promise<unknown>
  getJob(id: string): Promise<BullJob | undefined>
  getRanges(types: BullState[], start: number, end: number): Promise<string[]>
}

type BullState = "wait" | "prioritized" | "delayed" | "active" | "completed" | "failed"

/** The maximum number of attempts of a job with temporary errors. The backoff starts at one second and doubles. */
const ATTEMPTS = 5
const BACKOFF = { type: "exponential", delay: 1000 }

/** Number of jobs added by one request. */
const BULK = 1000

const WAITING: BullState[] = ["wait", "prioritized", "delayed"]

/**
 * Runs in a queue of BullMQ 6.
 *
 * @example
 * const queue = bullmqQueue(new Queue("ghx", { connection: { url: "redis://127.0.0.1:6379" } }))
 * await queue.add("triage:41", tasks)
 */
export function bullmqQueue(queue: BullQueue): RunQueue {
  const idsOf = async (types: BullState[], run: string | undefined) =>
    (await queue.getRanges(types, 0, -1)).filter((id) => id.startsWith(prefixOf(run)))

  const each = async (ids: readonly string[], change: (job: BullJob) => Promise<void>) => {
    let changed = 0
    for (const id of ids) {
      const job = await queue.getJob(id)
      // A worker may already have finished it.
      const isDone =
        job &&
        (await change(job).then(
          () => true,
          () => false,
        ))
      if (isDone) changed += 1
    }
    return changed
  }

  return {
    async add(run, tasks) {
      const jobs = [...jobsOf(run, tasks)]
      const [first] = jobs
      if (first) checkSame(run, (await queue.getJob(first[0]))?.data, first[1])
      for (let at = 0; at < jobs.length; at += BULK) {
        const some = jobs.slice(at, at + BULK).map(([jobId, data]) => ({
          name: "run",
          data,
          opts: { jobId, attempts: ATTEMPTS, backoff: BACKOFF },
        }))
        await queue.addBulk(some)
      }
      return { jobs: jobs.length }
    },
    async status(run) {
      const [waiting, active, done, failed] = await Promise.all([
        idsOf(WAITING, run),
        idsOf(["active"], run),
        idsOf(["completed"], run),
        idsOf(["failed"], run),
      ])
      const jobs = await Promise.all(failed.slice(0, MOST_FAILURES).map((id) => queue.getJob(id)))
      const failures = jobs.flatMap((job) =>
        job ? [{ job: job.id ?? "", message: job.failedReason ?? "" }] : [],
      )
      return {
        waiting: waiting.length,
        active: active.length,
        done: done.length,
        failed: failed.length,
        failures,
      }
    },
    retry: async (run) =>
      each(await idsOf(["failed"], run), (job) => job.retry("failed", { resetAttemptsMade: true })),
    cancel: async (run) => each(await idsOf(WAITING, run), (job) => job.remove()),
  }
}

/**
 * The processor of a BullMQ 6 `Worker`. Jobs of a killed worker are taken over when their lock and lease
 * have expired.
 *
 * @param through - the client of all jobs
 *
 * @example
 * const work = bullmqProcessor(createClient(), { journal: redisJournal(redis) })
 * const worker = new Worker("ghx", work, { connection, concurrency: 10, maxStalledCount: 10 })
 */
export function bullmqProcessor(
  through: Client,
  options: WorkOptions,
): (job: { readonly data: QueueJob }, token?: string, signal?: AbortSignal) => Promise<JobDone> {
  // BullMQ itself retries jobs.
  const work = workOf(through, options, 1)
  return async ({ data }, _, signal) => {
    try {
      return await work(data, signal)
    } catch (error) {
      // BullMQ recognizes errors that must not be retried by their name.
      if (error instanceof JobError && !error.retryable)
        throw Object.assign(new Error(error.message), { name: "UnrecoverableError" })
      throw error
    }
  }
}

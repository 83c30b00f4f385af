/** Durable runs on DBOS Transact (`ghx/durable/dbos`): one workflow for each group of tasks. */
import type { Client } from "../../../runtime/index.js"
import {
  checkSame,
  type JobDone,
  jobsOf,
  MOST_FAILURES,
  prefixOf,
  type QueueJob,
  type RunQueue,
  type WorkOptions,
  workOf,
} from "../queue/index.js"
import type { SharedJournal } from "../run/index.js"

export type { QueueStatus, RunQueue, WorkOptions } from "../queue/index.js"

const WORKFLOW = "ghx.run"

/** `applicationVersion` for a worker's config: a job waits for workers of this version. */
export const DBOS_VERSION = "ghx-1"

/** Enqueued concurrently, since each takes one statement. */
const SIDE_BY_SIDE = 8

/**
 * Runs in a queue of DBOS 5, whose tables must exist: `DBOS.migrate(url)` creates them.
 *
 * @example
 * const queue = dbosQueue(await DBOSClient.create({ systemDatabaseUrl: url }))
 * await queue.add("triage:41", tasks)
 */
export function dbosQueue(client: DbosClient, queueName = "ghx"): RunQueue {
  const list = (run: string | undefined, more: Partial<DbosFilter> = {}) =>
    client.listWorkflows({
      ...(run !== undefined && { workflow_id_prefix: prefixOf(run) }),
      queueName,
      loadInput: false,
      loadOutput: false,
      ...more,
    })
  return {
    async add(run, tasks) {
      const jobs = [...jobsOf(run, tasks)]
      const [before] = await list(run, { limit: 1, loadInput: true })
      for (const [, job] of jobs.slice(0, 1)) checkSame(run, before?.input?.[0], job)
      const left = jobs.values()
      const adding = Array.from({ length: SIDE_BY_SIDE }, async () => {
        for (const [workflowID, job] of left) {
          const options = {
            queueName,
            workflowName: WORKFLOW,
            workflowID,
            appVersion: DBOS_VERSION,
          }
          await client.enqueue(options, job)
        }
      })
      await Promise.all(adding)
      return { jobs: jobs.length }
    },
    async status(run) {
      const counts = new Map<string, number>()
      for (const { status } of await list(run)) counts.set(status, (counts.get(status) ?? 0) + 1)
      const count = (...names: DbosState[]) =>
        names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
      const failed = await list(run, { status: ["ERROR"], limit: MOST_FAILURES, loadOutput: true })
      return {
        waiting: count("ENQUEUED", "DELAYED"),
        active: count("PENDING"),
        done: count("SUCCESS"),
        failed: count("ERROR"),
        failures: failed.map(({ workflowID, error }) => ({
          job: workflowID,
          message: String(Object(error).message ?? error),
        })),
      }
    },
    async retry(run) {
      const failed = await list(run, { status: ["ERROR"] })
      for (const { workflowID } of failed) await client.rewindWorkflow(workflowID, { queueName })
      return failed.length
    },
    async cancel(run) {
      const waiting = await list(run, { status: ["ENQUEUED", "DELAYED"] })
      await client.cancelWorkflows(waiting.map(({ workflowID }) => workflowID))
      return waiting.length
    },
  }
}

export interface DbosWorkerOptions extends WorkOptions {
  readonly journal: SharedJournal
  readonly queueName?: string | undefined
  /** Maximum number of concurrent jobs, 10 by default. */
  readonly concurrency?: number | undefined
}

/** Maximum number of attempts of a job with temporary errors; the backoff starts at one second and doubles. */
const ATTEMPTS = 5

/**
 * Launches DBOS as a worker. Call `DBOS.setConfig` first, with `applicationVersion: DBOS_VERSION` and a
 * unique `executorID`. Jobs of a killed worker are taken over when their lease has expired.
 *
 * @param through - the client of all jobs
 * @returns a function that stops the worker after the jobs under way
 */
export async function startDbosWorker(
  dbos: DbosEngine,
  through: Client,
  { queueName = "ghx", concurrency = 10, ...options }: DbosWorkerOptions,
): Promise<{ close(): Promise<void> }> {
  const { journal, lease_ms = 30_000 } = options
  const work = workOf(through, options, ATTEMPTS)
  dbos.registerWorkflow((job) => work(job), { name: WORKFLOW })
  await dbos.launch()
  const own = { workerConcurrency: concurrency, minPollingIntervalMs: 100 }
  await dbos.registerQueue(queueName, { ...own, onConflict: "always_update" })
  const takeOver = async () => {
    const filter = { queueName, status: ["PENDING" as const], loadInput: true, loadOutput: false }
    for (const { workflowID, dequeuedAt, input } of await dbos.listWorkflows(filter)) {
      const run = Object(input?.[0]).run
      const isNew = (dequeuedAt ?? 0) > Date.now() - lease_ms
      // DBOS waits for the executor that started the job; the lease shows whether that executor is alive.
      if (isNew || typeof run !== "string" || (await journal.isHeld(run))) continue
      await dbos.resumeWorkflows([workflowID], { queueName })
    }
  }
  // While the store is unavailable, no job can be taken over.
  const watching = setInterval(() => void takeOver().catch(() => undefined), lease_ms / 2)
  return {
    async close() {
      clearInterval(watching)
      await dbos.shutdown({ workflowCompletionTimeoutMS: lease_ms })
    },
  }
}

// Only what is used of DBOS Transact is declared, so that the adapter needs no type of its package.

/** The part of a DBOS workflow's status that is used. */
export interface DbosStatus {
  readonly workflowID: string
  readonly status: string
  readonly input?: unknown[]
  readonly error?: unknown
  readonly dequeuedAt?: number
}

export interface DbosFilter {
  readonly workflow_id_prefix?: string
  readonly queueName: string
  readonly status?: DbosState[]
  readonly limit?: number
  readonly loadInput?: boolean
  readonly loadOutput?: boolean
}

export type DbosState = "ENQUEUED" | "DELAYED" | "PENDING" | "SUCCESS" | "ERROR" | "CANCELLED"

/** The part of `DBOSClient` that is used. */
export interface DbosClient {
  enqueue(
    options: { queueName: string; workflowName: string; workflowID: string; appVersion: string },
    job: QueueJob,
  ): Promise<unknown>
  listWorkflows(filter: DbosFilter): Promise<DbosStatus[]>
  cancelWorkflows(ids: string[]): Promise<void>
  rewindWorkflow(id: string, options: { queueName: string }): Promise<unknown>
}

/** The part of `DBOS` that is used, before its launch. */
export interface DbosEngine {
  registerWorkflow(
    work: (job: QueueJob) => Promise<JobDone>,
    config: { name: string },
  ): (job: QueueJob) => Promise<JobDone>
  launch(): Promise<void>
  registerQueue(
    name: string,
    options: {
      workerConcurrency: number
      minPollingIntervalMs: number
      onConflict: "always_update"
    },
  ): Promise<unknown>
  listWorkflows(filter: DbosFilter): Promise<DbosStatus[]>
  resumeWorkflows(ids: string[], options: { queueName: string }): Promise<unknown>
  shutdown(options: { workflowCompletionTimeoutMS: number }): Promise<void>
}

/** The part of DBOS Transact that is used, so that the adapter needs no type of its package. */
import type { JobDone, QueueJob } from "../queue/index.js"

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

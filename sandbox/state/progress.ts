import { insert, type Store, timestamp, update, type WorkflowRun, where } from "../tables/index.js"
import { mergeWhatIsReady } from "./auto-merge.js"
import { mergeQueued } from "./merge-queue.js"
import { jobsOf, workflowOf } from "./workflow-runs.js"

/** How long after its start a run leaves the queue, and how long after that it succeeds. */
const [QUEUED_MS, RUNNING_MS] = [10_000, 60_000]

/** Makes the changes that only depend on time: runs progress, and pull requests that waited for them are merged. */
export function progress(store: Store): void {
  const unfinished = where(
    store,
    "workflowRuns",
    ({ status, workflowId }) => status !== "COMPLETED" && workflowId !== null,
  )
  for (const run of unfinished) progressRun(store, run)
  for (const repositoryId of new Set(unfinished.map((run) => run.repositoryId))) {
    mergeWhatIsReady(store, repositoryId)
  }
  mergeQueued(store)
}

function progressRun(store: Store, run: WorkflowRun): void {
  const age = store.clock.position() - Date.parse(run.startedAt)
  if (age < QUEUED_MS) return
  const status = age < RUNNING_MS ? ("IN_PROGRESS" as const) : ("COMPLETED" as const)
  const conclusion = status === "COMPLETED" ? ("SUCCESS" as const) : null
  const at = (ms: number) => timestamp(new Date(Date.parse(run.startedAt) + ms))
  const completedAt = conclusion ? at(RUNNING_MS) : null
  if (jobsOf(store, run).length === 0) addJob(store, run, at(QUEUED_MS))
  for (const job of jobsOf(store, run)) {
    if (job.status === "COMPLETED" || job.status === status) continue
    const steps = job.steps.map((step) => ({ ...step, status, conclusion }))
    update(store, job, { status, conclusion, steps, completedAt })
  }
  if (run.status === status) return
  const failed = jobsOf(store, run).some((job) => job.conclusion === "FAILURE")
  update(store, run, {
    status,
    conclusion: conclusion && failed ? "FAILURE" : conclusion,
    updatedAt: completedAt ?? at(QUEUED_MS),
  })
}

/** A run started by hand gets a job when it leaves the queue. */
function addJob(store: Store, run: WorkflowRun, startedAt: string): void {
  const { name } = workflowOf(store, run)
  insert(store, "workflowJobs", {
    kind: "CheckRun",
    runId: run.id,
    attempt: run.attempt,
    name,
    status: "IN_PROGRESS",
    conclusion: null,
    steps: [],
    log: "",
    annotations: [],
    check: null,
    createdAt: startedAt,
    startedAt,
    completedAt: null,
  })
}

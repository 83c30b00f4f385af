import { type Store, timestamp, transaction, type WorkflowRun } from "../tables/index.js"
import { mergeWhatIsReady } from "./auto-merge.js"
import { mergeQueued } from "./merge-queue.js"
import { insertArtifact } from "./run-files.js"
import { jobsIn, resultsOf } from "./run-scripts.js"
import { jobsOf, workflowOf } from "./workflow-runs.js"

/** How long after its start a run leaves the queue, and how long after that it succeeds. */
const [QUEUED_MS, RUNNING_MS] = [10_000, 60_000]

/**
 * Makes the changes that only depend on time: runs progress, and pull requests that waited for them are merged. However
 * much time has passed, a run is in progress before it completes.
 */
export function progress(store: Store): void {
  transaction(store, () => progressRuns(store, RUNNING_MS - 1))
  transaction(store, () => {
    const unfinished = progressRuns(store)
    for (const repositoryId of new Set(unfinished.map((run) => run.repositoryId))) {
      mergeWhatIsReady(store, repositoryId)
    }
    mergeQueued(store)
  })
}

/** @param most - the age that runs have at most */
function progressRuns(store: Store, most = Number.POSITIVE_INFINITY): WorkflowRun[] {
  const unfinished = store.where(
    "workflowRuns",
    ({ status, workflowId }) => status !== "COMPLETED" && workflowId !== null,
  )
  const now = store.clock.position()
  for (const run of unfinished) {
    progressRun(store, run, Math.min(now - Date.parse(run.startedAt), most))
  }
  return unfinished
}

function progressRun(store: Store, run: WorkflowRun, age: number): void {
  if (age < QUEUED_MS) return
  const status = age < RUNNING_MS ? ("IN_PROGRESS" as const) : ("COMPLETED" as const)
  const at = (ms: number) => timestamp(new Date(Date.parse(run.startedAt) + ms))
  const completedAt = status === "COMPLETED" ? at(RUNNING_MS) : null
  const { name, script } = workflowOf(store, run)
  const present = jobsOf(store, run).map((job) => job.name)
  const scripted = jobsIn(script ?? {}, present[0] ?? name)
  const expected = new Set([...present, ...scripted.map((job) => job.name)])
  for (const one of expected.size > 0 ? expected : [name]) {
    if (!present.includes(one)) addJob(store, run, one, at(QUEUED_MS))
  }
  // Without jobs of its own, a script is about all of them.
  const others = (scripted.length === 0 ? script?.conclusion : undefined) ?? "SUCCESS"
  const conclusion = completedAt === null ? null : others
  for (const job of jobsOf(store, run)) {
    if (job.status === "COMPLETED" || job.status === status) continue
    const stated = completedAt !== null && scripted.find((one) => one.name === job.name)
    const steps = job.steps.map((step) => ({ ...step, status, conclusion }))
    const usual = { status, conclusion, steps, completedAt }
    store.update(job, stated ? { ...resultsOf(stated, job.startedAt), completedAt } : usual)
  }
  if (run.status === status) return
  const usual = conclusionOf(jobsOf(store, run))
  store.update(run, {
    status,
    conclusion: completedAt === null ? null : (script?.conclusion ?? usual),
    updatedAt: completedAt ?? at(QUEUED_MS),
  })
  if (completedAt === null) return
  for (const artifact of script?.artifacts ?? []) {
    insertArtifact(store, run, artifact.name, artifact.files)
  }
}

/** A run started by hand gets its jobs when it leaves the queue. */
function addJob(store: Store, run: WorkflowRun, name: string, startedAt: string): void {
  store.insert("workflowJobs", {
    runId: run.id,
    attempt: run.attempt,
    name,
    status: "IN_PROGRESS",
    log: "",
    annotations: [],
    createdAt: startedAt,
    startedAt,
  })
}

/** The conclusion of a run by those of its jobs. */
export function conclusionOf(
  jobs: readonly { readonly conclusion: string | null }[],
): "CANCELLED" | "FAILURE" | "SUCCESS" {
  const has = (...some: readonly string[]) =>
    jobs.some((one) => some.includes(one.conclusion ?? ""))
  if (has("FAILURE", "TIMED_OUT")) return "FAILURE"
  return has("CANCELLED") ? "CANCELLED" : "SUCCESS"
}

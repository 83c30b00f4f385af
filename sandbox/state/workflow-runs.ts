import { peel } from "../git/index.js"
import type { Store, Workflow, WorkflowJob, WorkflowRun } from "../tables/index.js"
import { Refusal, unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

/** Starts a workflow by hand. The run is queued; the sandbox does not execute workflows. */
export function dispatchWorkflow(
  store: Session,
  workflow: Workflow,
  ref: string,
  given: Record<string, string>,
): WorkflowRun {
  const repository = authorize(store, workflow, "actions", "WRITE")
  if (workflow.state !== "ACTIVE") {
    throw unprocessable("Cannot trigger a 'workflow_dispatch' on a disabled workflow")
  }
  if (!workflow.dispatchInputs) {
    throw unprocessable("Workflow does not have 'workflow_dispatch' trigger")
  }
  const branch = ref.replace(/^refs\/(?:heads|tags)\//, "")
  const oid =
    repository.refs.get(`refs/heads/${branch}`) ?? repository.refs.get(`refs/tags/${branch}`)
  if (oid === undefined) throw unprocessable(`No ref found for: ${ref}`)
  const run = insertRun(store, workflow, {
    title: workflow.name,
    event: "workflow_dispatch",
    headBranch: branch,
    headOid: peel(store.git, oid),
    actorId: store.viewer.account.id,
    inputs: checkedInputs(workflow.dispatchInputs, given),
  })
  return store.recordApplied("dispatchWorkflow", run)
}

function checkedInputs(
  declared: NonNullable<Workflow["dispatchInputs"]>,
  given: Record<string, string>,
): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => !declared[name])
  if (unknown.length > 0) {
    throw unprocessable(`Unexpected inputs provided: ${JSON.stringify(unknown)}`)
  }
  const inputs: Record<string, string> = {}
  for (const [name, input] of Object.entries(declared)) {
    const value = given[name] ?? input.default
    if (value !== null) inputs[name] = value
    else if (input.required) throw unprocessable(`Required input '${name}' not provided`)
  }
  return inputs
}

export function insertRun(
  store: Store,
  workflow: Workflow,
  input: Pick<WorkflowRun, "title" | "event" | "headBranch" | "headOid" | "actorId" | "inputs">,
): WorkflowRun {
  const now = store.clock.tick()
  return store.insert("workflowRuns", {
    repositoryId: workflow.repositoryId,
    workflowId: workflow.id,
    runNumber: store.countBy("workflowRuns", "workflow", workflow.id) + 1,
    attempt: 1,
    status: "QUEUED",
    triggeringActorId: input.actorId,
    startedAt: now,
    ...input,
  })
}

/** A run as of one of its attempts; undefined if there is no such attempt. */
export function runAt(run: WorkflowRun, attempt: number): WorkflowRun | undefined {
  if (attempt === run.attempt) return run
  const past = run.earlier.find((one) => one.attempt === attempt)
  return past && { ...run, ...past }
}

/** The jobs of an attempt, the latest by default; of an App, the last check run of each name. */
export function jobsOf(store: Store, run: WorkflowRun, attempt = run.attempt): WorkflowJob[] {
  const jobs = store.rowsBy("workflowJobs", "run", run.id)
  if (run.workflowId !== null) return jobs.filter((job) => job.attempt === attempt)
  return [...new Map(jobs.map((job) => [job.name, job])).values()]
}

export function workflowOf(store: Store, { workflowId }: WorkflowRun): Workflow {
  if (workflowId === null) throw new Error("sandbox: a suite of an App has no workflow")
  return store.get("workflows", workflowId)
}

const hasFailed = (job: WorkflowJob): boolean =>
  job.conclusion !== null && !["SUCCESS", "SKIPPED", "NEUTRAL"].includes(job.conclusion)

export const rerunWorkflowRun = (store: Session, run: WorkflowRun): void =>
  rerun(store, run, "rerunWorkflowRun", () => true)

export const rerunFailedJobs = (store: Session, run: WorkflowRun): void =>
  rerun(store, run, "rerunFailedJobs", hasFailed)

export const rerunJob = (store: Session, job: WorkflowJob): void =>
  rerun(store, store.get("workflowRuns", job.runId), "rerunJob", (one) => one.name === job.name)

/** Starts a new attempt: the jobs to repeat are queued, and the others keep their results. */
function rerun(
  store: Session,
  run: WorkflowRun,
  change: string,
  isWanted: (job: WorkflowJob) => boolean,
): void {
  authorize(store, run, "actions", "WRITE")
  if (run.status !== "COMPLETED") {
    throw new Refusal("FORBIDDEN", "This workflow is already running")
  }
  const jobs = jobsOf(store, run)
  if (!jobs.some(isWanted)) {
    throw new Refusal("FORBIDDEN", "This workflow run cannot be retried")
  }
  const now = store.clock.tick()
  const { attempt, status, conclusion, triggeringActorId, startedAt, updatedAt } = run
  store.update(run, {
    earlier: [
      ...run.earlier,
      { attempt, status, conclusion, triggeringActorId, startedAt, updatedAt },
    ],
    attempt: run.attempt + 1,
    status: "QUEUED",
    conclusion: null,
    triggeringActorId: store.viewer.account.id,
    startedAt: now,
    updatedAt: now,
  })
  for (const { id, ...job } of jobs) {
    const again = isWanted({ ...job, id })
    store.insert("workflowJobs", {
      ...job,
      attempt: run.attempt,
      ...(again && {
        status: "QUEUED" as const,
        conclusion: null,
        completedAt: null,
        createdAt: now,
        startedAt: now,
        log: "",
        annotations: [],
        steps: [],
      }),
    })
  }
  store.recordApplied(change, run)
}

export function cancelWorkflowRun(store: Session, run: WorkflowRun): void {
  authorize(store, run, "actions", "WRITE")
  if (run.status === "COMPLETED") {
    throw unprocessable("Cannot cancel a workflow run that is completed.")
  }
  const now = store.clock.tick()
  store.update(run, { status: "COMPLETED", conclusion: "CANCELLED", updatedAt: now })
  for (const job of jobsOf(store, run)) {
    if (job.status === "COMPLETED") continue
    store.update(job, { status: "COMPLETED", conclusion: "CANCELLED", completedAt: now })
  }
  store.recordApplied("cancelWorkflowRun", run)
}

export function setWorkflowEnabled(store: Session, workflow: Workflow, enabled: boolean): void {
  authorize(store, workflow, "actions", "WRITE")
  store.edit(workflow, { state: enabled ? "ACTIVE" : "DISABLED_MANUALLY" })
  store.recordApplied(enabled ? "enableWorkflow" : "disableWorkflow", workflow)
}

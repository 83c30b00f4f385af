/** Check runs of the sandbox's own App: https://docs.github.com/rest/checks/runs */

import type {
  Annotation,
  AppCheck,
  Repository,
  RunConclusion,
  RunStatus,
  Store,
  WorkflowJob,
  WorkflowRun,
} from "../tables/index.js"
import { mergeWhatIsReady } from "./auto-merge.js"
import { runsOn } from "./checks.js"
import { Refusal } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"
import { jobsOf } from "./workflow-runs.js"

export interface CheckRunInput {
  name?: string
  status?: RunStatus
  conclusion?: RunConclusion
  startedAt?: string
  completedAt?: string
  check?: Partial<AppCheck>
  /** Added to the present ones. */
  annotations?: readonly Annotation[]
}

export function createCheckRun(
  store: Session,
  repository: Repository,
  oid: string,
  input: CheckRunInput & { name: string },
): WorkflowJob {
  requireApp(store, repository)
  const now = store.clock.tick()
  const suite = suiteFor(store, repository, oid)
  const none = { externalId: null, detailsUrl: null, title: null, summary: null, text: null }
  const row = store.insert("workflowJobs", {
    runId: suite.id,
    attempt: 1,
    name: input.name,
    status: "QUEUED",
    annotations: [],
    check: { ...none, ...input.check },
    startedAt: input.startedAt ?? now,
  })
  change(store, row, input, now)
  store.recordApplied("createCheckRun", row)
  mergeWhatIsReady(store, repository.id)
  return row
}

export function updateCheckRun(store: Session, row: WorkflowJob, input: CheckRunInput): void {
  const repository = requireOwn(store, row)
  change(store, row, input, store.clock.tick())
  store.recordApplied("updateCheckRun", row)
  mergeWhatIsReady(store, repository.id)
}

/** Asks the App to run its check again: its suite is queued, and the check run stays as it is. */
export function rerequestCheckRun(store: Session, row: WorkflowJob): void {
  requireOwn(store, row)
  requeue(store, store.get("workflowRuns", row.runId))
  store.recordApplied("rerequestCheckRun", row)
}

export function rerequestCheckSuite(store: Session, suite: WorkflowRun): void {
  requireApp(store, store.get("repositories", suite.repositoryId))
  requeue(store, suite)
  store.recordApplied("rerequestCheckSuite", suite)
}

function requeue(store: Session, suite: WorkflowRun): void {
  if (suite.workflowId !== null) throw notRerequestable()
  store.edit(suite, { status: "QUEUED", conclusion: null })
}

export function createCheckSuite(store: Session, repository: Repository, oid: string): WorkflowRun {
  requireApp(store, repository)
  store.clock.tick()
  return store.recordApplied("createCheckSuite", suiteFor(store, repository, oid))
}

/** Only Apps write checks. */
function requireApp(store: Session, repository: Repository): void {
  if (!store.viewer.grant) throw new Refusal("FORBIDDEN", "You must authenticate via a GitHub App.")
  authorize(store, repository, "checks", "WRITE")
}

function requireOwn(store: Session, row: WorkflowJob): Repository {
  const { repositoryId } = store.get("workflowRuns", row.runId)
  const repository = store.get("repositories", repositoryId)
  requireApp(store, repository)
  if (row.check) return repository
  throw new Refusal(
    "FORBIDDEN",
    "Invalid app_id `1` - check run can only be modified by the GitHub App that created it.",
  )
}

const notRerequestable = () => new Refusal("FORBIDDEN", "This check suite is not rerequestable")

/** The App's suite of a commit. */
function suiteFor(store: Session, repository: Repository, oid: string): WorkflowRun {
  const known = runsOn(store, { repositoryId: repository.id, oid }).find(
    ({ workflowId }) => workflowId === null,
  )
  if (known) return known
  const now = store.clock.last()
  const [branch = ""] = [...repository.refs].find(([, tip]) => tip === oid) ?? []
  return store.insert("workflowRuns", {
    repositoryId: repository.id,
    ...{ runNumber: 1, attempt: 1, title: "", event: "", inputs: {} },
    status: "QUEUED",
    headBranch: branch.replace("refs/heads/", ""),
    headOid: oid,
    ...{ actorId: store.viewer.account.id, triggeringActorId: store.viewer.account.id },
    startedAt: now,
  })
}

function change(store: Store, row: WorkflowJob, input: CheckRunInput, now: string): void {
  const { name = row.name, conclusion, annotations = [], check } = input
  // A conclusion completes the check run, and any other status opens it again.
  const status = conclusion ? "COMPLETED" : (input.status ?? row.status)
  const isCompleted = status === "COMPLETED"
  store.update(row, {
    name,
    status,
    conclusion: isCompleted ? (conclusion ?? row.conclusion) : null,
    startedAt: input.startedAt ?? row.startedAt,
    completedAt: isCompleted ? (input.completedAt ?? row.completedAt ?? now) : null,
    annotations: [...(row.annotations ?? []), ...annotations],
    check: row.check && { ...row.check, ...check },
  })
  const suite = store.get("workflowRuns", row.runId)
  store.update(suite, { ...stateOf(jobsOf(store, suite)), updatedAt: now })
}

/** The worst first. */
const CONCLUSIONS: readonly RunConclusion[] = [
  ...(["FAILURE", "TIMED_OUT", "ACTION_REQUIRED", "CANCELLED", "STALE"] as const),
  ...(["SUCCESS", "NEUTRAL", "SKIPPED"] as const),
]

function stateOf(rows: readonly WorkflowJob[]): Pick<WorkflowRun, "status" | "conclusion"> {
  const isAll = (status: RunStatus) => rows.every((row) => row.status === status)
  if (!isAll("COMPLETED")) {
    return { status: isAll("QUEUED") ? "QUEUED" : "IN_PROGRESS", conclusion: null }
  }
  const worst = CONCLUSIONS.find((one) => rows.some(({ conclusion }) => conclusion === one))
  return { status: "COMPLETED", conclusion: worst ?? null }
}

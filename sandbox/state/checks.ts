import {
  type CommitStatus,
  pair,
  type Store,
  type WorkflowJob,
  type WorkflowRun,
} from "../tables/index.js"
import { jobsOf } from "./workflow-runs.js"

/** A commit within a repository, which has its statuses. */
export interface CommitIn {
  repositoryId: number
  oid: string
}

const keyOf = ({ repositoryId, oid }: CommitIn): string => pair(repositoryId, oid)

/** The workflow runs on a commit. Each has its own check suite, with the same id. */
export const runsOn = (store: Store, commit: CommitIn): WorkflowRun[] =>
  store.rowsBy("workflowRuns", "commit", keyOf(commit))

/** The latest attempt of every job: GitHub's check runs. */
export const checkRunsOn = (store: Store, commit: CommitIn): WorkflowJob[] =>
  runsOn(store, commit).flatMap((run) => jobsOf(store, run))

const SUITE_PREFIX = "CS_"

export const suiteNodeId = (run: { readonly id: number }): string =>
  SUITE_PREFIX + Buffer.from(String(run.id)).toString("base64url")

/** The run whose check suite has this node id; undefined if the id is not one of this sandbox. */
export function runOfSuiteId(store: Store, id: string): WorkflowRun | undefined {
  if (!id.startsWith(SUITE_PREFIX)) return undefined
  const number = Number(Buffer.from(id.slice(SUITE_PREFIX.length), "base64url").toString("utf8"))
  const run = store.find("workflowRuns", number)
  return run && suiteNodeId(run) === id ? run : undefined
}

/** All statuses of the commit, the newest first. */
export const statusesOn = (store: Store, commit: CommitIn): CommitStatus[] =>
  store.rowsBy("commitStatuses", "commit", keyOf(commit)).reverse()

/** The last status of each context. */
export function latestStatusesOn(store: Store, commit: CommitIn): CommitStatus[] {
  const latest = new Map<string, CommitStatus>()
  for (const status of statusesOn(store, commit).reverse()) {
    latest.set(status.context.toLowerCase(), status)
  }
  return [...latest.values()]
}

export type RolledUp = "FAILURE" | "PENDING" | "SUCCESS"

/** The combined state: one failure makes it a failure, otherwise a pending state makes it pending. */
function rollUp(states: readonly RolledUp[]): RolledUp {
  if (states.includes("FAILURE")) return "FAILURE"
  return states.includes("PENDING") ? "PENDING" : "SUCCESS"
}

export const stateOfStatus = ({ state }: CommitStatus): RolledUp =>
  state === "ERROR" ? "FAILURE" : state

export function stateOfCheckRun({ status, conclusion }: WorkflowJob): RolledUp {
  if (status !== "COMPLETED" || conclusion === null) return "PENDING"
  return ["SUCCESS", "SKIPPED", "NEUTRAL"].includes(conclusion) ? "SUCCESS" : "FAILURE"
}

/** Null without statuses and checks. */
export function rollupState(store: Store, commit: CommitIn): RolledUp | null {
  const states = [
    ...checkRunsOn(store, commit).map(stateOfCheckRun),
    ...latestStatusesOn(store, commit).map(stateOfStatus),
  ]
  return states.length === 0 ? null : rollUp(states)
}

export const combinedState = (statuses: readonly CommitStatus[]): RolledUp =>
  statuses.length === 0 ? "PENDING" : rollUp(statuses.map(stateOfStatus))

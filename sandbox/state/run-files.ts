import { createHash } from "node:crypto"
import {
  type ActionsCache,
  type Artifact,
  get,
  insert,
  type Repository,
  recordApplied,
  remove,
  rowsBy,
  type Store,
  timestamp,
  update,
  type WorkflowRun,
} from "../tables/index.js"
import { zipOf } from "./archives.js"
import { Refusal } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

const DAY_MS = 86_400_000

/** GitHub keeps artifacts for 90 days by default. */
const KEPT_DAYS = 90

/** Dated by the latest change, without advancing the clock. */
export function insertArtifact(
  store: Store,
  run: WorkflowRun,
  name: string,
  files: Readonly<Record<string, string>>,
): Artifact {
  const bytes = zipOf(files)
  const now = store.clock.last()
  return insert(store, "artifacts", {
    runId: run.id,
    name,
    content: Buffer.from(bytes).toString("base64"),
    size: bytes.length,
    digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    createdAt: now,
    expiresAt: timestamp(new Date(Date.parse(now) + KEPT_DAYS * DAY_MS)),
  })
}

export const isExpired = (store: Store, artifact: Artifact): boolean =>
  Date.parse(artifact.expiresAt) <= store.clock.position()

export function deleteArtifact(store: Session, artifact: Artifact): void {
  const run = get(store, "workflowRuns", artifact.runId)
  authorizeRun(store, run)
  store.clock.tick()
  remove(store, artifact)
  recordApplied(store, "deleteArtifact", artifact)
}

export function insertCache(
  store: Store,
  repository: Repository,
  cache: { key: string; ref: string; size: number },
): ActionsCache {
  const now = store.clock.last()
  return insert(store, "actionsCaches", {
    repositoryId: repository.id,
    version: createHash("sha256").update(cache.key).digest("hex"),
    createdAt: now,
    lastAccessedAt: now,
    ...cache,
  })
}

export function deleteCaches(
  store: Session,
  repository: Repository,
  caches: readonly ActionsCache[],
): void {
  authorize(store, repository, "actions", "WRITE")
  store.clock.tick()
  for (const cache of caches) {
    remove(store, cache)
    recordApplied(store, "deleteActionsCache", cache)
  }
}

/**
 * Deletes a run with its jobs and artifacts, which also removes its checks from the commit.
 * https://docs.github.com/rest/actions/workflow-runs#delete-a-workflow-run
 */
export function deleteWorkflowRun(store: Session, run: WorkflowRun): void {
  authorizeRun(store, run)
  if (run.status !== "COMPLETED") {
    throw new Refusal("FORBIDDEN", "Could not delete the workflow run")
  }
  store.clock.tick()
  for (const artifact of rowsBy(store, "artifacts", "run", run.id)) remove(store, artifact)
  for (const job of rowsBy(store, "workflowJobs", "run", run.id)) remove(store, job)
  remove(store, run)
  recordApplied(store, "deleteWorkflowRun", run)
}

/** Deletes the logs of all attempts; https://docs.github.com/rest/actions/workflow-runs#delete-workflow-run-logs */
export function deleteRunLogs(store: Session, run: WorkflowRun): void {
  authorizeRun(store, run)
  store.clock.tick()
  for (const job of rowsBy(store, "workflowJobs", "run", run.id)) update(store, job, { log: null })
  recordApplied(store, "deleteWorkflowRunLogs", run)
}

function authorizeRun(store: Session, run: WorkflowRun): void {
  authorize(store, get(store, "repositories", run.repositoryId), "actions", "WRITE")
}

import { createHash } from "node:crypto"
import {
  type ActionsCache,
  type Artifact,
  type Repository,
  type Store,
  timestamp,
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
  return store.insert("artifacts", {
    runId: run.id,
    name,
    content: Buffer.from(bytes).toString("base64"),
    size: bytes.length,
    digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    expiresAt: timestamp(new Date(Date.parse(now) + KEPT_DAYS * DAY_MS)),
  })
}

export const isExpired = (store: Store, artifact: Artifact): boolean =>
  Date.parse(artifact.expiresAt) <= store.clock.position()

export function deleteArtifact(store: Session, artifact: Artifact): void {
  const run = store.get("workflowRuns", artifact.runId)
  authorizeRun(store, run)
  store.drop("deleteArtifact", artifact)
}

export function insertCache(
  store: Store,
  repository: Repository,
  cache: { key: string; ref: string; size: number },
): ActionsCache {
  const now = store.clock.last()
  return store.insert("actionsCaches", {
    repositoryId: repository.id,
    version: createHash("sha256").update(cache.key).digest("hex"),
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
    store.remove(cache)
    store.recordApplied("deleteActionsCache", cache)
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
  const jobs = store.rowsBy("workflowJobs", "run", run.id)
  store.drop("deleteWorkflowRun", run, [...store.rowsBy("artifacts", "run", run.id), ...jobs])
}

/** Deletes the logs of all attempts; https://docs.github.com/rest/actions/workflow-runs#delete-workflow-run-logs */
export function deleteRunLogs(store: Session, run: WorkflowRun): void {
  authorizeRun(store, run)
  store.clock.tick()
  for (const job of store.rowsBy("workflowJobs", "run", run.id)) store.update(job, { log: null })
  store.recordApplied("deleteWorkflowRunLogs", run)
}

function authorizeRun(store: Session, run: WorkflowRun): void {
  authorize(store, run, "actions", "WRITE")
}

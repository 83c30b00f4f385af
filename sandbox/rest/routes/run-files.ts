import { answer, isAnonymous, ok } from "../../http/index.js"
import {
  deleteArtifact,
  deleteCaches,
  deleteRunLogs,
  deleteWorkflowRun,
  isExpired,
  logArchive,
} from "../../state/index.js"
import type { Artifact, WorkflowJob } from "../../tables/index.js"
import { missing, type RestRequest, refuse, routesOf, sorted } from "../route/index.js"
import { artifactShape, cacheShape } from "../shapes/index.js"
import { attemptIn } from "./runs.js"

const ACTIONS = "/repos/{owner}/{repo}/actions"
const RUN = `${ACTIONS}/runs/{run_id}`
const ARTIFACT = `${ACTIONS}/artifacts/{artifact_id}`

const artifactIn = (request: RestRequest) => request.row("artifacts", "artifact_id")

/** Artifacts, caches, logs and usage of workflow runs. */
export const runFileRoutes = routesOf({
  [`DELETE ${RUN}`]: (request) => deleteWorkflowRun(request.store, request.run()),

  [`GET ${RUN}/logs`]: (request) => {
    const run = request.run()
    requireAccount(request)
    if (!logArchive(request.store, run)) throw missing()
    return answer(302, undefined, { location: request.downloadUrl({ of: "run", id: run.id }) })
  },

  [`GET ${RUN}/attempts/{attempt_number}/logs`]: (request) => {
    const { id, attempt } = attemptIn(request)
    requireAccount(request)
    if (!logArchive(request.store, request.run(), attempt)) throw missing()
    return answer(302, undefined, { location: request.downloadUrl({ of: "run", id, attempt }) })
  },

  [`DELETE ${RUN}/logs`]: (request) => {
    const run = request.run()
    if (!logArchive(request.store, run)) throw missing()
    deleteRunLogs(request.store, run)
  },

  // Repeated jobs count. Minutes in public repositories are free.
  [`GET ${RUN}/timing`]: (request) => {
    const run = request.run()
    const jobs = request.store.rowsBy("workflowJobs", "run", run.id)
    const isBilled = request.repository().isPrivate
    const runs = jobs.map((job) => ({
      job_id: job.id,
      duration_ms: isBilled ? durationOf(job) : 0,
    }))
    const total_ms = runs.reduce((sum, { duration_ms }) => sum + duration_ms, 0)
    return ok({
      billable:
        runs.length === 0 ? {} : { UBUNTU: { total_ms, jobs: runs.length, job_runs: runs } },
      run_duration_ms: Date.parse(run.updatedAt) - Date.parse(run.startedAt),
    })
  },

  [`GET ${RUN}/artifacts`]: (request) => {
    const run = request.run()
    return artifacts(request, request.store.rowsBy("artifacts", "run", run.id))
  },

  [`GET ${ACTIONS}/artifacts`]: (request) => {
    const { store } = request
    const { id } = request.repository()
    const runs = store.rowsBy("workflowRuns", "repository", id)
    return artifacts(
      request,
      runs.flatMap((run) => store.rowsBy("artifacts", "run", run.id)),
    )
  },

  [`GET ${ARTIFACT}`]: (request) => ok(artifactShape(request, artifactIn(request))),

  [`DELETE ${ARTIFACT}`]: (request) => deleteArtifact(request.store, artifactIn(request)),

  [`GET ${ARTIFACT}/{archive_format}`]: (request) => {
    const artifact = artifactIn(request)
    requireAccount(request)
    if (request.params.archive_format !== "zip") throw missing()
    if (isExpired(request.store, artifact)) throw refuse(410, "Artifact has expired")
    const location = request.downloadUrl({ of: "artifact", id: artifact.id })
    return answer(302, undefined, { location })
  },

  [`GET ${ACTIONS}/caches`]: (request) => {
    const field = request.choice("Cache", "sort", "last_accessed_at", "created_at", "size_in_bytes")
    const direction = request.choice("Cache", "direction", "desc", "asc")
    const rows = sorted(cachesIn(request), (cache) => cacheShape(cache)[field], direction)
    return request.page(rows, (_, cache) => cacheShape(cache), "actions_caches")
  },

  [`DELETE ${ACTIONS}/caches`]: (request) => {
    const key = request.query.get("key")
    const caches = cachesIn(request).filter((cache) => cache.key === key)
    if (caches.length === 0) throw missing()
    deleteCaches(request.store, request.repository(), caches)
    return ok({ total_count: caches.length, actions_caches: caches.map(cacheShape) })
  },

  [`DELETE ${ACTIONS}/caches/{cache_id}`]: (request) => {
    const cache = request.row("actionsCaches", "cache_id")
    deleteCaches(request.store, request.repository(), [cache])
  },
})

/** Logs and artifacts need an account, also in public repositories. */
function requireAccount({ viewer }: RestRequest): void {
  if (isAnonymous(viewer)) throw refuse(403, "Must have admin rights to Repository.")
}

const durationOf = ({ startedAt, completedAt }: WorkflowJob): number =>
  completedAt === null ? 0 : Date.parse(completedAt) - Date.parse(startedAt)

/** Newest first. */
function artifacts(request: RestRequest, all: readonly Artifact[]) {
  const name = request.query.get("name")
  const rows = all.filter((artifact) => !name || artifact.name === name)
  return request.page(
    sorted(rows, ({ id }) => id, "desc"),
    artifactShape,
    "artifacts",
  )
}

/** The caches of the requested branch, whose keys begin as requested. */
function cachesIn(request: RestRequest) {
  const { store, query } = request
  const [ref, key] = [query.get("ref"), query.get("key")]
  return store
    .rowsBy("actionsCaches", "repository", request.repository().id)
    .filter((cache) => (!ref || cache.ref === ref) && (!key || cache.key.startsWith(key)))
}

import { Type } from "typebox"
import { answer, isAnonymous, ok } from "../../http/index.js"
import {
  cancelWorkflowRun,
  jobsOf,
  rerunFailedJobs,
  rerunJob,
  rerunWorkflowRun,
  runAt,
} from "../../state/index.js"
import type { WorkflowJob, WorkflowRun } from "../../tables/index.js"
import { maybe, missing, type RestRequest, refuse, routesOf } from "../route/index.js"
import { jobShape, runShape } from "../shapes/index.js"

const RUN = "/repos/{owner}/{repo}/actions/runs/{run_id}"
const JOB = "/repos/{owner}/{repo}/actions/jobs/{job_id}"

/** The run as of the attempt that the path names. */
export function attemptIn(request: RestRequest): WorkflowRun {
  return request.orMissing(runAt(request.run(), request.number("attempt_number")))
}

/** It has no effect: repeated jobs stay queued, without logs. */
function checkDebugging(request: RestRequest): void {
  request.read("Rerun", Type.Object({ enable_debug_logging: maybe(Type.Boolean()) }))
}

export const runRoutes = routesOf({
  [`GET ${RUN}`]: (request) => {
    const run = request.run()
    return ok({ ...runShape(request, run), ...withoutPulls(request) })
  },

  [`GET ${RUN}/attempts/{attempt_number}`]: (request) =>
    ok({ ...runShape(request, attemptIn(request)), ...withoutPulls(request) }),

  [`POST ${RUN}/rerun`]: (request) => {
    checkDebugging(request)
    rerunWorkflowRun(request.store, request.run())
    return answer(201, {})
  },

  [`POST ${RUN}/rerun-failed-jobs`]: (request) => {
    checkDebugging(request)
    rerunFailedJobs(request.store, request.run())
    return answer(201, {})
  },

  [`POST ${RUN}/cancel`]: (request) => {
    const run = request.run()
    if (run.status === "COMPLETED") {
      throw refuse(409, "Cannot cancel a workflow run that is completed.")
    }
    cancelWorkflowRun(request.store, run)
    return answer(202, {})
  },

  [`GET ${RUN}/jobs`]: (request) => {
    const run = request.run()
    const isLatest = request.choice("WorkflowRun", "filter", "latest", "all") === "latest"
    const rows = isLatest
      ? jobsOf(request.store, run)
      : request.store.rowsBy("workflowJobs", "run", run.id)
    return jobs(request, rows)
  },

  [`GET ${RUN}/attempts/{attempt_number}/jobs`]: (request) => {
    const run = attemptIn(request)
    return jobs(request, jobsOf(request.store, run))
  },

  [`GET ${JOB}`]: (request) => ok(jobShape(request, request.job())),

  [`POST ${JOB}/rerun`]: (request) => {
    checkDebugging(request)
    rerunJob(request.store, request.job())
    return answer(201, {})
  },

  [`GET ${JOB}/logs`]: (request) => {
    const job = request.job()
    if (isAnonymous(request.viewer)) throw refuse(403, "Must have admin rights to Repository.")
    if (job.status !== "COMPLETED" || job.log === null) throw missing()
    const location = request.downloadUrl({ of: "job", id: job.id })
    return answer(302, undefined, { location })
  },
})

/** The replacement for a run's pull requests, if they are excluded. */
export const withoutPulls = ({ query }: RestRequest) =>
  query.get("exclude_pull_requests") === "true" ? { pull_requests: [] } : {}

const jobs = (request: RestRequest, rows: readonly WorkflowJob[]) =>
  request.page(rows, jobShape, "jobs")

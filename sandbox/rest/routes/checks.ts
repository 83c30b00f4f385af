import { ok } from "../../http/index.js"
import { ACTIONS_APP, checkRunsOn, jobsOf, runsOn } from "../../state/index.js"
import { rowsBy, type WorkflowJob } from "../../tables/index.js"
import {
  choice,
  commitIn,
  knownOf,
  page,
  type RestRequest,
  repositoryIn,
  routesOf,
  rowIn,
} from "../route/index.js"
import { checkRunShape, checkSuiteShape } from "../shapes/index.js"

const REPO = "/repos/{owner}/{repo}"
const SUITE = `${REPO}/check-suites/{check_suite_id}`

const commitOfPath = (request: RestRequest) => ({
  repositoryId: repositoryIn(request).id,
  oid: commitIn(request, "ref"),
})

const suiteIn = (request: RestRequest) => rowIn(request, "workflowRuns", "check_suite_id")

export const checkRoutes = routesOf({
  [`GET ${REPO}/check-runs/{check_run_id}`]: (request) =>
    ok(checkRunShape(request, rowIn(request, "workflowJobs", "check_run_id"))),

  [`GET ${REPO}/check-runs/{check_run_id}/annotations`]: (request) => {
    const { annotations } = rowIn(request, "workflowJobs", "check_run_id")
    return page(request, knownOf(annotations, "annotations", "job"), (row) => row)
  },

  [`GET ${SUITE}`]: (request) => ok(checkSuiteShape(request, suiteIn(request))),

  [`GET ${SUITE}/check-runs`]: (request) => {
    const run = suiteIn(request)
    const rows = isLatest(request)
      ? jobsOf(request.store, run)
      : rowsBy(request.store, "workflowJobs", "run", run.id)
    return checkRuns(request, rows)
  },

  [`GET ${REPO}/commits/{ref}/check-runs`]: (request) => {
    const commit = commitOfPath(request)
    const rows = isLatest(request)
      ? checkRunsOn(request.store, commit)
      : runsOn(request.store, commit).flatMap((run) =>
          rowsBy(request.store, "workflowJobs", "run", run.id),
        )
    return checkRuns(request, isOfApp(request) ? rows : [])
  },

  [`GET ${REPO}/commits/{ref}/check-suites`]: (request) => {
    const commit = commitOfPath(request)
    const name = request.query.get("check_name")
    const rows = runsOn(request.store, commit).filter(
      (run) => !name || jobsOf(request.store, run).some((job) => job.name === name),
    )
    return page(
      request,
      isOfApp(request) ? rows : [],
      (run) => checkSuiteShape(request, run),
      (check_suites, total_count) => ({ total_count, check_suites }),
    )
  },
})

const isLatest = (request: RestRequest): boolean =>
  choice(request, "CheckRun", "filter", "latest", "all") === "latest"

/** All checks belong to the same App. */
function isOfApp({ query }: RestRequest): boolean {
  const app = query.get("app_id")
  return !app || Number(app) === ACTIONS_APP.databaseId
}

function checkRuns(request: RestRequest, rows: readonly WorkflowJob[]) {
  const name = request.query.get("check_name")
  const status = choice(request, "CheckRun", "status", "", "queued", "in_progress", "completed")
  const wanted = rows.filter(
    (job) => (!name || job.name === name) && (!status || job.status.toLowerCase() === status),
  )
  return page(
    request,
    wanted,
    (job) => checkRunShape(request, job),
    (check_runs, total_count) => ({ total_count, check_runs }),
  )
}

import { type Static, Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  ACTIONS_APP,
  type CheckRunInput,
  checkRunsOn,
  createCheckRun,
  createCheckSuite,
  jobsOf,
  OWN_APP,
  objectByOid,
  rerequestCheckRun,
  rerequestCheckSuite,
  runsOn,
  updateCheckRun,
} from "../../state/index.js"
import {
  given,
  type Repository,
  timestamp,
  type WorkflowJob,
  type WorkflowRun,
} from "../../tables/index.js"
import { invalid, knownOf, type RestRequest, refuse, routesOf, texts } from "../route/index.js"
import { annotationShape, checkRunShape, checkSuiteShape } from "../shapes/index.js"

const REPO = "/repos/{owner}/{repo}"
const SUITE = `${REPO}/check-suites/{check_suite_id}`

const commitOfPath = (request: RestRequest) => ({
  repositoryId: request.repository().id,
  oid: request.commit("ref"),
})

const suiteIn = (request: RestRequest) => request.row("workflowRuns", "check_suite_id")

const MOST_ANNOTATIONS = 50

const time = Type.String({ format: "date-time" })

const annotation = Type.Object({
  path: Type.String(),
  start_line: Type.Integer(),
  end_line: Type.Integer(),
  start_column: Type.Optional(Type.Integer()),
  end_column: Type.Optional(Type.Integer()),
  annotation_level: Type.Enum(["notice", "warning", "failure"]),
  message: Type.String(),
  title: Type.Optional(Type.String()),
  raw_details: Type.Optional(Type.String()),
})

/** GitHub shows images and actions to people, but its API does not return them. */
const output = Type.Object({
  title: Type.Optional(Type.String()),
  summary: Type.String(),
  text: Type.Optional(Type.String()),
  annotations: Type.Optional(Type.Array(annotation)),
  images: Type.Optional(
    Type.Array(
      Type.Object({
        alt: Type.String(),
        image_url: Type.String(),
        caption: Type.Optional(Type.String()),
      }),
    ),
  ),
})

const action = Type.Object({
  label: Type.String({ maxLength: 20 }),
  description: Type.String({ maxLength: 40 }),
  identifier: Type.String({ maxLength: 20 }),
})

const CONCLUSIONS = [
  ...(["action_required", "cancelled", "failure", "neutral"] as const),
  ...(["success", "skipped", "stale", "timed_out"] as const),
]

const change = {
  ...texts("details_url", "external_id"),
  status: Type.Optional(Type.Enum(["queued", "in_progress", "completed"])),
  started_at: Type.Optional(time),
  conclusion: Type.Optional(Type.Enum(CONCLUSIONS)),
  completed_at: Type.Optional(time),
  output: Type.Optional(output),
  actions: Type.Optional(Type.Array(action, { maxItems: 3 })),
}
const checkRunChange = Type.Object({ name: Type.Optional(Type.String()), ...change })
const newCheckRun = Type.Object({ name: Type.String(), head_sha: Type.String(), ...change })
const newSuite = Type.Object({ head_sha: Type.String() })

/** The change that a body asks for. @throws HttpRefusal */
function inputOf(body: Static<typeof checkRunChange>): CheckRunInput {
  const { status, conclusion, started_at, completed_at, output: shown } = body
  if (status === "completed" && !conclusion)
    throw invalid("CheckRun", "conclusion", "missing_field")
  const { title, summary, text, annotations = [] } = shown ?? {}
  if (annotations.length > MOST_ANNOTATIONS) {
    const supplied = `${annotations.length} were supplied.`
    throw refuse(
      422,
      `Invalid request.\n\nNo more than ${MOST_ANNOTATIONS} items are allowed; ${supplied}`,
    )
  }
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(status && { status: upper(status) }),
    ...(conclusion && { conclusion: upper(conclusion) }),
    ...(started_at !== undefined && { startedAt: wholeSeconds(started_at) }),
    ...(completed_at !== undefined && { completedAt: wholeSeconds(completed_at) }),
    check: {
      ...given({ externalId: body.external_id, detailsUrl: body.details_url }),
      ...(shown && { title: title ?? null, summary: summary ?? null, text: text ?? null }),
    },
    annotations: annotations.map((one) => ({
      ...{ start_column: null, end_column: null, title: null, raw_details: null },
      ...one,
    })),
  }
}

const upper = <Word extends string>(word: Word) => word.toUpperCase() as Uppercase<Word>

const wholeSeconds = (text: string): string => timestamp(new Date(text))

/** The commit of a body's `head_sha`. @throws HttpRefusal */
function headIn({ store }: RestRequest, repository: Repository, sha: string): string {
  if (objectByOid(store, repository, sha)?.kind === "Commit") return sha
  throw refuse(422, `No commit found for SHA: ${sha}`)
}

export const checkRoutes = routesOf({
  [`POST ${REPO}/check-runs`]: (request) => {
    const repository = request.repository()
    const { head_sha, ...body } = request.read("CheckRun", newCheckRun)
    const oid = headIn(request, repository, head_sha)
    const input = { ...inputOf(body), name: body.name }
    return request.created(
      checkRunShape(request, createCheckRun(request.store, repository, oid, input)),
    )
  },

  [`PATCH ${REPO}/check-runs/{check_run_id}`]: (request) => {
    const row = request.row("workflowJobs", "check_run_id")
    const body = request.read("CheckRun", checkRunChange)
    updateCheckRun(request.store, row, inputOf(body))
    return ok(checkRunShape(request, row))
  },

  [`POST ${REPO}/check-runs/{check_run_id}/rerequest`]: (request) => {
    const row = request.row("workflowJobs", "check_run_id")
    rerequestCheckRun(request.store, row)
    return answer(201, {})
  },

  [`POST ${REPO}/check-suites`]: (request) => {
    const { store } = request
    const repository = request.repository()
    const { head_sha } = request.read("CheckSuite", newSuite)
    const oid = headIn(request, repository, head_sha)
    const isNew = runsOn(store, { repositoryId: repository.id, oid }).every(
      ({ workflowId }) => workflowId !== null,
    )
    const suite = createCheckSuite(store, repository, oid)
    const shape = checkSuiteShape(request, suite)
    return answer(isNew ? 201 : 200, shape, isNew ? { location: shape.url } : {})
  },

  [`POST ${SUITE}/rerequest`]: (request) => {
    rerequestCheckSuite(request.store, suiteIn(request))
    return answer(201, {})
  },

  [`GET ${REPO}/check-runs/{check_run_id}`]: (request) =>
    ok(checkRunShape(request, request.row("workflowJobs", "check_run_id"))),

  [`GET ${REPO}/check-runs/{check_run_id}/annotations`]: (request) => {
    const row = request.row("workflowJobs", "check_run_id")
    return request.page(knownOf(row.annotations, "annotations", "job"), (_, annotation) =>
      annotationShape(request, row, annotation),
    )
  },

  [`GET ${SUITE}`]: (request) => ok(checkSuiteShape(request, suiteIn(request))),

  [`GET ${SUITE}/check-runs`]: (request) => {
    const run = suiteIn(request)
    const rows = isLatest(request)
      ? jobsOf(request.store, run)
      : request.store.rowsBy("workflowJobs", "run", run.id)
    return checkRuns(request, rows)
  },

  [`GET ${REPO}/commits/{ref}/check-runs`]: (request) => {
    const commit = commitOfPath(request)
    const rows = isLatest(request)
      ? checkRunsOn(request.store, commit)
      : runsOn(request.store, commit).flatMap((run) =>
          request.store.rowsBy("workflowJobs", "run", run.id),
        )
    return checkRuns(
      request,
      rows.filter((row) => isOfApp(request, request.store.get("workflowRuns", row.runId))),
    )
  },

  [`GET ${REPO}/commits/{ref}/check-suites`]: (request) => {
    const commit = commitOfPath(request)
    const name = request.query.get("check_name")
    const rows = runsOn(request.store, commit).filter(
      (run) =>
        isOfApp(request, run) &&
        (!name || jobsOf(request.store, run).some((job) => job.name === name)),
    )
    return request.page(rows, checkSuiteShape, "check_suites")
  },
})

const isLatest = (request: RestRequest): boolean =>
  request.choice("CheckRun", "filter", "latest", "all") === "latest"

function isOfApp({ query, app }: RestRequest, { workflowId }: WorkflowRun): boolean {
  const id = query.get("app_id")
  const own = workflowId === null ? (app.id ?? OWN_APP.databaseId) : ACTIONS_APP.databaseId
  return !id || Number(id) === own
}

function checkRuns(request: RestRequest, rows: readonly WorkflowJob[]) {
  const name = request.query.get("check_name")
  const status = request.choice("CheckRun", "status", "", "queued", "in_progress", "completed")
  const wanted = rows.filter(
    (job) => (!name || job.name === name) && (!status || job.status.toLowerCase() === status),
  )
  return request.page(wanted, checkRunShape, "check_runs")
}

import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import { dispatchWorkflow, setWorkflowEnabled } from "../../state/index.js"
import type { Workflow, WorkflowRun } from "../../tables/index.js"
import { type RestRequest, routesOf } from "../route/index.js"
import { runShape, workflowShape } from "../shapes/index.js"
import { withoutPulls } from "./runs.js"

const dispatch = Type.Object({
  ref: Type.String(),
  inputs: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean(), Type.Number()])),
  ),
  return_run_details: Type.Optional(Type.Boolean()),
})

const WORKFLOWS = "/repos/{owner}/{repo}/actions/workflows"

export const workflowRoutes = routesOf({
  [`GET ${WORKFLOWS}`]: (request) => {
    const repository = request.repository()
    const rows = request.store.rowsBy("workflows", "repository", repository.id)
    return request.page(rows, workflowShape, "workflows")
  },

  [`GET ${WORKFLOWS}/{workflow_id}`]: (request) => ok(workflowShape(request, workflowIn(request))),

  [`POST ${WORKFLOWS}/{workflow_id}/dispatches`]: (request) => {
    const workflow = workflowIn(request)
    const body = request.read("Workflow", dispatch)
    const inputs = Object.fromEntries(
      Object.entries(body.inputs ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const run = dispatchWorkflow(request.store, workflow, body.ref, inputs)
    if (!body.return_run_details && !request.isLatest) return answer(204)
    const { id, url, html_url } = runShape(request, run)
    return ok({ workflow_run_id: id, run_url: url, html_url })
  },

  [`PUT ${WORKFLOWS}/{workflow_id}/enable`]: (request) =>
    setWorkflowEnabled(request.store, workflowIn(request), true),

  [`PUT ${WORKFLOWS}/{workflow_id}/disable`]: (request) =>
    setWorkflowEnabled(request.store, workflowIn(request), false),

  [`GET ${WORKFLOWS}/{workflow_id}/runs`]: (request) => {
    const workflow = workflowIn(request)
    return runs(request, (run) => run.workflowId === workflow.id)
  },

  "GET /repos/{owner}/{repo}/actions/runs": (request) => {
    const repository = request.repository()
    return runs(request, (run) => run.repositoryId === repository.id)
  },
})

/** By id or by file name. */
function workflowIn(request: RestRequest): Workflow {
  const repository = request.repository()
  const { workflow_id = "" } = request.params
  return request.orMissing(
    request.store
      .rowsBy("workflows", "repository", repository.id)
      .find((one) => String(one.id) === workflow_id || one.path.split("/").at(-1) === workflow_id),
  )
}

/** Newest first. */
function runs(request: RestRequest, isWanted: (run: WorkflowRun) => boolean) {
  const matches = byQuery(request)
  const replaced = withoutPulls(request)
  const rows = request.store.where(
    "workflowRuns",
    (run) => run.workflowId !== null && isWanted(run) && matches(run),
  )
  return request.page(
    rows.reverse(),
    (_, row) => ({ ...runShape(request, row), ...replaced }),
    "workflow_runs",
  )
}

/** One parameter for both: `queued` is a status, `failure` a conclusion. */
const STATUSES = [
  "completed",
  "action_required",
  "cancelled",
  "failure",
  "neutral",
  "skipped",
  "stale",
  "success",
  "timed_out",
  "in_progress",
  "queued",
  "requested",
  "waiting",
  "pending",
] as const

function byQuery(request: RestRequest) {
  const { store, query } = request
  const actor = query.get("actor")
  const branch = query.get("branch")
  const event = query.get("event")
  const status = request.choice("WorkflowRun", "status", "", ...STATUSES).toUpperCase()
  const sha = query.get("head_sha")
  const suite = query.get("check_suite_id")
  const isCreated = request.range("WorkflowRun", "created")
  return (run: WorkflowRun): boolean =>
    (!actor || store.accountByLogin(actor)?.id === run.actorId) &&
    (!branch || run.headBranch === branch) &&
    (!event || run.event === event) &&
    (!status || run.status === status || run.conclusion === status) &&
    (!sha || run.headOid === sha) &&
    // Each run is its own check suite, with the same id.
    (!suite || run.id === Number(suite)) &&
    isCreated(run.createdAt)
}

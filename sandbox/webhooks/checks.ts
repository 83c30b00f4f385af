import { commitOf } from "../git/index.js"
import {
  checkRunShape,
  checkSuiteShape,
  commitShape,
  deploymentShape,
  deploymentStatusShape,
  jobShape,
  repositoryUrl,
  runShape,
  statusShape,
  workflowShape,
} from "../rest/index.js"
import type { WorkflowJob, WorkflowRun } from "../tables/index.js"
import type { Change, Occurrence, Occurrings, Scene } from "./change.js"

/** The actions of a status that changed; a new row was `first`, whatever it is now. */
function actionsOf<Row extends { status: string }>(
  { row, before }: Change<Row>,
  first: string,
  again: (row: Row, before: Row) => boolean,
): string[] {
  const isAgain = before !== undefined && again(row, before)
  if (before && !isAgain && before.status === row.status) return []
  const starts = !before || isAgain ? [first] : []
  return row.status === "QUEUED" ? starts : [...starts, row.status.toLowerCase()]
}

/** The row at the time of the action. */
const asOf = <Row extends WorkflowJob | WorkflowRun>(row: Row, action: string): Row =>
  action === "requested" || action === "queued"
    ? { ...row, status: "QUEUED", conclusion: null }
    : row

function runChanged(scene: Scene, change: Change<WorkflowRun>): Occurrence[] {
  const { row, before, isGone } = change
  if (isGone) return []
  const common = { actorId: row.triggeringActorId }
  const workflow = scene.store.find("workflows", row.workflowId)
  const isRerun = (now: WorkflowRun, then: WorkflowRun) =>
    now.workflowId === null
      ? now.status === "QUEUED" && then.status === "COMPLETED"
      : now.attempt > then.attempt
  const actions = actionsOf(change, "requested", isRerun)
  const dispatched = !before && row.event === "workflow_dispatch" && workflow
  const { mutation, node_id = "" } = scene.applied ?? {}
  const asked = mutation === "rerequestCheckRun" && scene.store.rowOfNodeId(node_id)
  if (before && asked && asked.kind === "CheckRun") {
    const body = { check_run: checkRunPart(scene, asked, before) }
    return [{ event: "check_run", action: "rerequested", ...common, body }]
  }
  return [
    ...(dispatched
      ? [
          {
            ...{ event: "workflow_dispatch", ...common },
            body: {
              inputs: row.inputs,
              ref: `refs/heads/${row.headBranch}`,
              workflow: workflow.path,
            },
          },
        ]
      : []),
    ...actions
      .filter((action) => action !== "in_progress")
      .map((action) => ({
        ...{ event: "check_suite", ...common },
        body: { check_suite: suitePart(scene, asOf(row, action)) },
        action: action === "requested" && before ? "rerequested" : action,
      })),
    ...(workflow
      ? actions.map((action) => ({
          ...{ event: "workflow_run", action, ...common },
          body: {
            workflow: workflowShape(scene, workflow),
            workflow_run: runShape(scene, asOf(row, action)),
          },
        }))
      : []),
  ]
}

function suitePart(scene: Scene, run: WorkflowRun) {
  const { repository: _, ...suite } = checkSuiteShape(scene, run)
  return suite
}

function checkRunPart(scene: Scene, row: WorkflowJob, run: WorkflowRun) {
  const suite = suitePart(scene, run)
  const { id, node_id, head_branch, head_sha, status, conclusion, url, before } = suite
  const { after, pull_requests, app, created_at, updated_at } = suite
  const brief = {
    ...{ id, node_id, head_branch, head_sha, status, conclusion, url, before },
    ...{ after, pull_requests, app, created_at, updated_at },
  }
  const shape = checkRunShape(scene, row)
  return { ...shape, external_id: shape.external_id ?? "", check_suite: brief }
}

function jobChanged(scene: Scene, change: Change<WorkflowJob>): Occurrence[] {
  const { row, before, isGone } = change
  const run = scene.store.find("workflowRuns", row.runId)
  if (isGone || !run) return []
  const common = { actorId: run.triggeringActorId }
  const isRerun = (now: WorkflowJob, then: WorkflowJob) => now.attempt > then.attempt
  const actions = actionsOf(change, "queued", isRerun)
  const isDone = row.status === "COMPLETED" && before?.status !== "COMPLETED"
  const check_run = checkRunPart(scene, row, run)
  return [
    ...[...(before ? [] : ["created"]), ...(isDone ? ["completed"] : [])].map((action) => ({
      ...{ event: "check_run", action, ...common, body: { check_run } },
    })),
    ...(run.workflowId === null
      ? []
      : actions.map((action) => ({
          ...{ event: "workflow_job", action, ...common },
          body: { workflow_job: jobShape(scene, asOf(row, action)) },
        }))),
  ]
}

export const checkOccurrings: Occurrings = {
  workflowRuns: runChanged,
  workflowJobs: jobChanged,

  deployments(scene, { row, before, isGone }) {
    if (before || isGone) return []
    const deployment = deploymentShape(scene, row)
    const body = { deployment, workflow: null, workflow_run: null }
    return [{ event: "deployment", action: "created", body }]
  },

  deploymentStatuses(scene, { row, before, isGone }) {
    const deployment = scene.store.find("deployments", row.deploymentId)
    if (!deployment || before || isGone) return []
    const body = {
      deployment_status: deploymentStatusShape(scene, row),
      deployment: deploymentShape(scene, deployment),
    }
    return [{ event: "deployment_status", action: "created", body }]
  },

  commitStatuses(scene, { row, before, isGone }) {
    if (before || isGone) return []
    const repository = scene.store.get("repositories", row.repositoryId)
    const { id, avatar_url, target_url, context, description, state, ...times } = statusShape(
      scene,
      row,
    )
    const { created_at, updated_at } = times
    const url = repositoryUrl(scene, repository)
    const branches = [...repository.refs]
      .filter(([name, oid]) => name.startsWith("refs/heads/") && oid === row.oid)
      .map(([name, sha]) => ({
        name: name.replace("refs/heads/", ""),
        commit: { sha, url: `${url}/commits/${sha}` },
        protected: false,
      }))
    const commit = commitShape(scene, repository, commitOf(scene.store.git, row.oid))
    return [
      {
        ...{ event: "status", actorId: row.creatorId },
        body: {
          ...{ id, sha: row.oid, name: scene.store.nameWithOwner(repository), avatar_url },
          ...{ target_url, context, description, state, commit, branches, created_at, updated_at },
        },
      },
    ]
  },
}

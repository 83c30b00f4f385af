import { commitOf } from "../../git/index.js"
import type { Answer } from "../../http/index.js"
import {
  combinedState,
  jobsOf,
  latestStatusesOn,
  OWN_APP,
  suiteNodeId,
  webUrl,
} from "../../state/index.js"
import {
  type Annotation,
  type CommitStatus,
  nodeId,
  type Repository,
  type WorkflowJob,
  type WorkflowRun,
} from "../../tables/index.js"
import type { RestRequest, View } from "../route/index.js"
import { simpleCommit } from "./commit.js"
import { ids, repositoryUrl, times } from "./common.js"
import { actionsApp, ownApp } from "./installation.js"
import { minimalPulls } from "./pull.js"
import { simpleRepository } from "./repository.js"
import { userById } from "./user.js"

/** A job, as the checks of its commit show it. */
export function checkRunShape(view: View, job: WorkflowJob) {
  const { store } = view
  const run = store.get("workflowRuns", job.runId)
  const url = `${repositoryUrl(view, store.get("repositories", run.repositoryId))}/check-runs/${job.id}`
  const page = webUrl(store, job)
  const { check } = job
  return {
    id: job.id,
    name: job.name,
    node_id: nodeId(job),
    head_sha: run.headOid,
    external_id: check?.externalId ?? null,
    url,
    html_url: page,
    details_url: check ? (check.detailsUrl ?? OWN_APP.url) : page,
    status: job.status.toLowerCase(),
    conclusion: job.conclusion?.toLowerCase() ?? null,
    started_at: job.startedAt,
    completed_at: job.completedAt,
    output: {
      title: check?.title ?? null,
      summary: check?.summary ?? null,
      text: check?.text ?? null,
      annotations_count: job.annotations?.length ?? 0,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.id },
    app: appOf(view, run),
    pull_requests: minimalPulls(view, run),
  }
}

const appOf = (view: View, { workflowId }: WorkflowRun) =>
  workflowId === null ? ownApp(view) : actionsApp(view)

export function annotationShape(view: View, job: WorkflowJob, annotation: Annotation) {
  const run = view.store.get("workflowRuns", job.runId)
  const page = webUrl(view.store, view.store.get("repositories", run.repositoryId))
  return { ...annotation, blob_href: `${page}/blob/${run.headOid}/${annotation.path}` }
}

/** A run, as the checks of its commit show it. */
export function checkSuiteShape(view: View, run: WorkflowRun) {
  const { store } = view
  const repository = store.get("repositories", run.repositoryId)
  const commit = commitOf(store.git, run.headOid)
  const url = `${repositoryUrl(view, repository)}/check-suites/${run.id}`
  return {
    id: run.id,
    node_id: suiteNodeId(run),
    head_branch: run.headBranch || null,
    head_sha: run.headOid,
    status: run.status.toLowerCase(),
    conclusion: run.conclusion?.toLowerCase() ?? null,
    url,
    before: commit.parents[0] ?? "0".repeat(40),
    after: run.headOid,
    pull_requests: minimalPulls(view, run),
    app: appOf(view, run),
    ...times(run),
    rerequestable: true,
    runs_rerequestable: false,
    latest_check_runs_count: jobsOf(store, run).length,
    check_runs_url: `${url}/check-runs`,
    head_commit: simpleCommit(commit),
    repository: simpleRepository(view, repository),
  }
}

export const statusShape = (view: View, status: CommitStatus) => ({
  ...simpleStatus(view, status),
  creator: userById(view, status.creatorId),
})

const simpleStatus = (view: View, status: CommitStatus) => ({
  url: `${repositoryUrl(view, view.store.get("repositories", status.repositoryId))}/statuses/${status.oid}`,
  avatar_url: `https://avatars.githubusercontent.com/u/${status.creatorId}?v=4`,
  ...ids(status),
  state: status.state.toLowerCase(),
  description: status.description,
  target_url: status.targetUrl,
  context: status.context,
  ...times(status),
})

/** The latest status of each context, paged, and their combined state. */
export function combinedStatus(request: RestRequest, repository: Repository, oid: string): Answer {
  const statuses = latestStatusesOn(request.store, { repositoryId: repository.id, oid })
  const url = repositoryUrl(request, repository)
  return request.page(statuses, simpleStatus, (shown, total_count) => ({
    state: combinedState(statuses).toLowerCase(),
    sha: oid,
    total_count,
    statuses: shown,
    repository: simpleRepository(request, repository),
    commit_url: `${url}/commits/${oid}`,
    url: `${url}/commits/${oid}/status`,
  }))
}

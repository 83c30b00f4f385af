import { commitOf } from "../../git/index.js"
import { jobsOf, OWN_APP, suiteNodeId, webUrl } from "../../state/index.js"
import { type Annotation, nodeId, type WorkflowJob, type WorkflowRun } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { actionsApp } from "./app.js"
import { times } from "./common.js"
import { ownApp } from "./installation.js"
import { minimalPulls } from "./minimal-pull.js"
import { simpleRepository } from "./repository.js"
import { repositoryUrl } from "./repository-url.js"
import { simpleCommit } from "./simple-commit.js"

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

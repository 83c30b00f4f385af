import { commitOf } from "../../git/index.js"
import { isExpired, suiteNodeId, webUrl, workflowOf } from "../../state/index.js"
import {
  type ActionsCache,
  type Artifact,
  nodeId,
  type Workflow,
  type WorkflowJob,
  type WorkflowRun,
} from "../../tables/index.js"
import type { View } from "../route/index.js"
import { simpleCommit } from "./commit.js"
import { ids, repositoryUrl, times } from "./common.js"
import { minimalPulls } from "./pull.js"
import { simpleRepository } from "./repository.js"
import { userById } from "./user.js"

export function workflowShape(view: View, workflow: Workflow) {
  const repository = view.store.get("repositories", workflow.repositoryId)
  const page = webUrl(view.store, repository)
  return {
    ...ids(workflow),
    name: workflow.name,
    path: workflow.path,
    state: workflow.state.toLowerCase(),
    ...times(workflow),
    url: `${repositoryUrl(view, repository)}/actions/workflows/${workflow.id}`,
    html_url: `${page}/blob/${repository.defaultBranch}/${workflow.path}`,
    badge_url: `${page}/workflows/${encodeURIComponent(workflow.name)}/badge.svg`,
  }
}

export function runShape(view: View, run: WorkflowRun) {
  const { store } = view
  const repository = store.get("repositories", run.repositoryId)
  const workflow = workflowOf(store, run)
  const base = repositoryUrl(view, repository)
  const url = `${base}/actions/runs/${run.id}`
  const home = simpleRepository(view, repository)
  return {
    id: run.id,
    name: workflow.name,
    node_id: nodeId(run),
    head_branch: run.headBranch,
    head_sha: run.headOid,
    path: workflow.path,
    display_title: run.title,
    run_number: run.runNumber,
    event: run.event,
    status: run.status.toLowerCase(),
    conclusion: run.conclusion?.toLowerCase() ?? null,
    workflow_id: workflow.id,
    url,
    html_url: webUrl(store, run),
    pull_requests: minimalPulls(view, run),
    ...times(run),
    actor: userById(view, run.actorId),
    triggering_actor: userById(view, run.triggeringActorId),
    run_attempt: run.attempt,
    referenced_workflows: [],
    run_started_at: run.startedAt,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_id: run.id,
    check_suite_node_id: suiteNodeId(run),
    check_suite_url: `${base}/check-suites/${run.id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: run.attempt > 1 ? `${url}/attempts/${run.attempt - 1}` : null,
    workflow_url: `${base}/actions/workflows/${workflow.id}`,
    head_commit: simpleCommit(commitOf(store.git, run.headOid)),
    repository: home,
    head_repository: home,
  }
}

export function jobShape(view: View, job: WorkflowJob) {
  const { store } = view
  const run = store.get("workflowRuns", job.runId)
  const base = repositoryUrl(view, store.get("repositories", run.repositoryId))
  return {
    id: job.id,
    run_id: run.id,
    workflow_name: workflowOf(store, run).name,
    head_branch: run.headBranch,
    run_url: `${base}/actions/runs/${run.id}`,
    run_attempt: job.attempt,
    node_id: nodeId(job),
    head_sha: run.headOid,
    url: `${base}/actions/jobs/${job.id}`,
    html_url: webUrl(store, job),
    status: job.status.toLowerCase(),
    conclusion: job.conclusion?.toLowerCase() ?? null,
    created_at: job.createdAt,
    started_at: job.startedAt,
    completed_at: job.completedAt,
    name: job.name,
    steps: job.steps.map((step, index) => ({
      name: step.name,
      status: step.status.toLowerCase(),
      conclusion: step.conclusion?.toLowerCase() ?? null,
      number: index + 1,
      started_at: job.startedAt,
      completed_at: job.completedAt,
    })),
    check_run_url: `${base}/check-runs/${job.id}`,
    labels: ["ubuntu-latest"],
    runner_id: null,
    runner_name: null,
    runner_group_id: null,
    runner_group_name: null,
  }
}

export function artifactShape(view: View, artifact: Artifact) {
  const run = view.store.get("workflowRuns", artifact.runId)
  const home = view.store.get("repositories", run.repositoryId)
  const url = `${repositoryUrl(view, home)}/actions/artifacts/${artifact.id}`
  return {
    ...ids(artifact),
    name: artifact.name,
    size_in_bytes: artifact.size,
    url,
    archive_download_url: `${url}/zip`,
    expired: isExpired(view.store, artifact),
    digest: artifact.digest,
    created_at: artifact.createdAt,
    updated_at: artifact.createdAt,
    expires_at: artifact.expiresAt,
    workflow_run: {
      id: run.id,
      repository_id: run.repositoryId,
      head_repository_id: run.repositoryId,
      head_branch: run.headBranch,
      head_sha: run.headOid,
    },
  }
}

export const cacheShape = (cache: ActionsCache) => ({
  id: cache.id,
  ref: cache.ref,
  key: cache.key,
  version: cache.version,
  last_accessed_at: cache.lastAccessedAt,
  created_at: cache.createdAt,
  size_in_bytes: cache.size,
})

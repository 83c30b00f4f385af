/** The rows of what happens after a push: releases, and the runs of workflows. */

export interface Release {
  kind: "Release"
  id: number
  repositoryId: number
  tagName: string
  /** The branch or commit that the tag is made from when the release is published. */
  target: string
  name: string | null
  body: string
  isDraft: boolean
  isPrerelease: boolean
  authorId: number
  createdAt: string
  updatedAt: string
  publishedAt: string | null
}

export interface Workflow {
  kind: "Workflow"
  id: number
  repositoryId: number
  name: string
  /** `.github/workflows/ci.yml` */
  path: string
  state: "ACTIVE" | "DISABLED_MANUALLY"
  /** The inputs of a workflow that can be started by hand; null for others. */
  dispatchInputs: Record<string, { required: boolean; default: string | null }> | null
  createdAt: string
  updatedAt: string
}

export type RunStatus = "QUEUED" | "IN_PROGRESS" | "COMPLETED"

export type RunConclusion =
  | "SUCCESS"
  | "FAILURE"
  | "CANCELLED"
  | "SKIPPED"
  | "TIMED_OUT"
  | "NEUTRAL"

export interface WorkflowRun {
  kind: "WorkflowRun"
  id: number
  repositoryId: number
  workflowId: number
  runNumber: number
  attempt: number
  title: string
  event: string
  status: RunStatus
  conclusion: RunConclusion | null
  headBranch: string
  headOid: string
  actorId: number
  /** Who started the latest attempt. */
  triggeringActorId: number
  inputs: Record<string, string>
  createdAt: string
  startedAt: string
  updatedAt: string
}

export interface JobStep {
  name: string
  status: RunStatus
  conclusion: RunConclusion | null
}

/** A job of one attempt of a run; GraphQL knows it as a check run. */
export interface WorkflowJob {
  kind: "CheckRun"
  id: number
  runId: number
  attempt: number
  name: string
  status: RunStatus
  conclusion: RunConclusion | null
  steps: JobStep[]
  log: string
  createdAt: string
  startedAt: string
  completedAt: string | null
}

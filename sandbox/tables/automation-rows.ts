/** The rows of releases, workflow runs and commit statuses. */
import type { RunScript } from "../public/index.js"

export interface Release {
  readonly kind: "Release"
  readonly id: number
  readonly repositoryId: number
  readonly tagName: string
  /** The branch or commit that the tag is made from when the release is published. */
  readonly target: string
  readonly name: string | null
  readonly body: string
  readonly isDraft: boolean
  readonly isPrerelease: boolean
  readonly authorId: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly publishedAt: string | null
}

export interface ReleaseAsset {
  readonly kind: "ReleaseAsset"
  readonly id: number
  readonly releaseId: number
  readonly name: string
  readonly label: string | null
  readonly contentType: string
  /** The bytes, as Base64. */
  readonly content: string
  readonly size: number
  /** `sha256:2cf2…` */
  readonly digest: string
  readonly uploaderId: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface DispatchInput {
  readonly required: boolean
  readonly default: string | null
}

export interface Workflow {
  readonly kind: "Workflow"
  readonly id: number
  readonly repositoryId: number
  readonly name: string
  /** `.github/workflows/ci.yml` */
  readonly path: string
  readonly state: "ACTIVE" | "DISABLED_MANUALLY"
  /** The inputs of a workflow that can be started by hand; null if it cannot be. */
  readonly dispatchInputs: Readonly<Record<string, DispatchInput>> | null
  /** How its runs end; null: they succeed. */
  readonly script: RunScript | null
  readonly createdAt: string
  readonly updatedAt: string
}

export type RunStatus = "QUEUED" | "IN_PROGRESS" | "COMPLETED"

export type RunConclusion =
  | "SUCCESS"
  | "FAILURE"
  | "CANCELLED"
  | "SKIPPED"
  | "TIMED_OUT"
  | "NEUTRAL"
  | "ACTION_REQUIRED"
  | "STALE"

/** A run, and the check suite of the same id. */
export interface WorkflowRun {
  readonly kind: "WorkflowRun"
  readonly id: number
  readonly repositoryId: number
  /** Null for a suite of the sandbox's own App, which has no run. */
  readonly workflowId: number | null
  readonly runNumber: number
  readonly attempt: number
  readonly title: string
  readonly event: string
  readonly status: RunStatus
  readonly conclusion: RunConclusion | null
  readonly headBranch: string
  readonly headOid: string
  readonly actorId: number
  /** The account that started the latest attempt. */
  readonly triggeringActorId: number
  readonly inputs: Readonly<Record<string, string>>
  readonly createdAt: string
  readonly startedAt: string
  readonly updatedAt: string
  /** The state at the end of each earlier attempt, in their order. */
  readonly earlier: readonly PastAttempt[]
}

type PastAttempt = Pick<
  WorkflowRun,
  "attempt" | "status" | "conclusion" | "triggeringActorId" | "startedAt" | "updatedAt"
>

export interface JobStep {
  readonly name: string
  readonly status: RunStatus
  readonly conclusion: RunConclusion | null
}

/** A note of a check about lines of a file, with GitHub's REST names. */
export interface Annotation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly start_column: number | null
  readonly end_column: number | null
  readonly annotation_level: "notice" | "warning" | "failure"
  readonly message: string
  readonly title: string | null
  readonly raw_details: string | null
}

/** What only check runs of Apps have. */
export interface AppCheck {
  readonly externalId: string | null
  readonly detailsUrl: string | null
  readonly title: string | null
  readonly summary: string | null
  readonly text: string | null
}

/** A check run: a job of one attempt of a run, or a check of the sandbox's own App. */
export interface WorkflowJob {
  readonly kind: "CheckRun"
  readonly id: number
  readonly runId: number
  readonly attempt: number
  readonly name: string
  readonly status: RunStatus
  readonly conclusion: RunConclusion | null
  readonly steps: readonly JobStep[]
  /** Null after the logs of the run were deleted. */
  readonly log: string | null
  /** Null for a job of a seed that does not state them. */
  readonly annotations: readonly Annotation[] | null
  /** Null for a job. */
  readonly check: AppCheck | null
  readonly createdAt: string
  readonly startedAt: string
  readonly completedAt: string | null
}

/** Files that a run uploaded, as one zip archive. */
export interface Artifact {
  readonly kind: "Artifact"
  readonly id: number
  readonly runId: number
  readonly name: string
  /** The archive, as Base64. */
  readonly content: string
  readonly size: number
  /** `sha256:2cf2…` */
  readonly digest: string
  readonly createdAt: string
  readonly expiresAt: string
}

/** Files that workflows of a repository keep between runs. */
export interface ActionsCache {
  readonly kind: "ActionsCache"
  readonly id: number
  readonly repositoryId: number
  readonly ref: string
  readonly key: string
  readonly version: string
  readonly size: number
  readonly createdAt: string
  readonly lastAccessedAt: string
}

/** A webhook of a repository or an organization; the App's has neither. */
export interface Hook {
  readonly kind: "Hook"
  readonly id: number
  readonly repositoryId: number | null
  readonly organizationId: number | null
  readonly url: string
  readonly contentType: "form" | "json"
  readonly secret: string | null
  readonly insecureSsl: "0" | "1"
  /** `*` stands for all. */
  readonly events: readonly string[]
  readonly active: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export type CommitState = "ERROR" | "FAILURE" | "PENDING" | "SUCCESS"

/** A status of a commit; the latest of each context counts. */
export interface CommitStatus {
  readonly kind: "StatusContext"
  readonly id: number
  readonly repositoryId: number
  readonly oid: string
  readonly context: string
  readonly state: CommitState
  readonly description: string | null
  readonly targetUrl: string | null
  readonly creatorId: number
  readonly createdAt: string
  readonly updatedAt: string
}

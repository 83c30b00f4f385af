/** The rows of releases, workflow runs and commit statuses. */
import type { RunScript, SeedConclusion } from "../public/index.js"
import * as t from "./columns.js"

export const automationTables = {
  releases: {
    ...t.node({ Release: "RE" }),
    repositoryId: t.id("repositories"),
    tagName: t.text,
    /** The branch or commit that the tag is made from when the release is published. */
    target: t.text,
    name: t.nullable(t.text),
    body: t.text,
    isDraft: t.flag,
    isPrerelease: t.flag,
    authorId: t.id("accounts"),
    ...t.dated,
    publishedAt: t.nullable(t.time),
  },
  releaseAssets: {
    ...t.node({ ReleaseAsset: "RA" }),
    releaseId: t.id("releases"),
    name: t.text,
    label: t.nullable(t.text),
    contentType: t.text,
    /** The bytes, as Base64. */
    content: t.text,
    size: t.number,
    /** `sha256:2cf2…` */
    digest: t.text,
    uploaderId: t.id("accounts"),
    ...t.dated,
  },
  workflows: {
    ...t.node({ Workflow: "W" }),
    repositoryId: t.id("repositories"),
    name: t.text,
    /** `.github/workflows/ci.yml` */
    path: t.text,
    state: t.oneOf<"ACTIVE" | "DISABLED_MANUALLY">(),
    /** The inputs of a workflow that can be started by hand; null if it cannot be. */
    dispatchInputs: t.nullable(t.data<DispatchInput>()),
    /** How its runs end; null: they succeed. */
    script: t.nullable(t.object<RunScript>()),
    ...t.dated,
  },
  /** A run, and the check suite of the same id. */
  workflowRuns: {
    ...t.node({ WorkflowRun: "WFR" }),
    repositoryId: t.id("repositories"),
    /** Null for a suite of the sandbox's own App, which has no run. */
    workflowId: t.nullable(t.id("workflows")),
    runNumber: t.number,
    attempt: t.number,
    title: t.text,
    event: t.text,
    status: t.oneOf<RunStatus>(),
    conclusion: t.nullable(t.oneOf<RunConclusion>()),
    headBranch: t.text,
    headOid: t.commit,
    actorId: t.id("accounts"),
    /** The account that started the latest attempt. */
    triggeringActorId: t.id("accounts"),
    inputs: t.data<string>(),
    createdAt: t.time,
    startedAt: t.time,
    updatedAt: t.time,
    /** The state at the end of each earlier attempt, in their order. */
    earlier: t.list<PastAttempt>(),
  },
  /** A check run: a job of one attempt of a run, or a check of the sandbox's own App. */
  workflowJobs: {
    ...t.node({ CheckRun: "CR" }),
    runId: t.id("workflowRuns"),
    attempt: t.number,
    name: t.text,
    status: t.oneOf<RunStatus>(),
    conclusion: t.nullable(t.oneOf<RunConclusion>()),
    steps: t.list<JobStep>(),
    /** Null after the logs of the run were deleted. */
    log: t.nullable(t.text),
    /** Null for a job of a seed that does not state them. */
    annotations: t.nullable(t.list<Annotation>()),
    /** Null for a job. */
    check: t.nullable(t.object<AppCheck>()),
    createdAt: t.time,
    startedAt: t.time,
    completedAt: t.nullable(t.time),
  },
  /** A status of a commit; the latest of each context counts. */
  commitStatuses: {
    ...t.node({ StatusContext: "SC" }),
    repositoryId: t.id("repositories"),
    oid: t.commit,
    context: t.text,
    state: t.oneOf<CommitState>(),
    description: t.nullable(t.text),
    targetUrl: t.nullable(t.text),
    creatorId: t.id("accounts"),
    ...t.dated,
  },
  /** Files that a run uploaded, as one zip archive. */
  artifacts: {
    ...t.node({ Artifact: "ART" }),
    runId: t.id("workflowRuns"),
    name: t.text,
    /** The archive, as Base64. */
    content: t.text,
    size: t.number,
    /** `sha256:2cf2…` */
    digest: t.text,
    createdAt: t.time,
    expiresAt: t.time,
  },
  /** Files that workflows of a repository keep between runs. */
  actionsCaches: {
    ...t.node({ ActionsCache: "CACHE" }),
    repositoryId: t.id("repositories"),
    ref: t.text,
    key: t.text,
    version: t.text,
    size: t.number,
    createdAt: t.time,
    lastAccessedAt: t.time,
  },
  /** A webhook of a repository or an organization; the App's has neither. */
  hooks: {
    ...t.node({ Hook: "H" }),
    repositoryId: t.nullable(t.id("repositories")),
    organizationId: t.nullable(t.id("accounts")),
    url: t.text,
    contentType: t.oneOf<"form" | "json">(),
    secret: t.nullable(t.text),
    insecureSsl: t.oneOf<"0" | "1">(),
    /** `*` stands for all. */
    events: t.list<string>(),
    active: t.flag,
    ...t.dated,
  },
}

export interface Release extends t.Row<typeof automationTables.releases> {}
export interface ReleaseAsset extends t.Row<typeof automationTables.releaseAssets> {}
export interface Workflow extends t.Row<typeof automationTables.workflows> {}
export interface WorkflowRun extends t.Row<typeof automationTables.workflowRuns> {}
export interface WorkflowJob extends t.Row<typeof automationTables.workflowJobs> {}
export interface CommitStatus extends t.Row<typeof automationTables.commitStatuses> {}
export interface Artifact extends t.Row<typeof automationTables.artifacts> {}
export interface ActionsCache extends t.Row<typeof automationTables.actionsCaches> {}
export interface Hook extends t.Row<typeof automationTables.hooks> {}

export interface DispatchInput {
  readonly required: boolean
  readonly default: string | null
}

export type RunStatus = "QUEUED" | "IN_PROGRESS" | "COMPLETED"

export type RunConclusion = SeedConclusion | "ACTION_REQUIRED" | "STALE"

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

export type CommitState = "ERROR" | "FAILURE" | "PENDING" | "SUCCESS"

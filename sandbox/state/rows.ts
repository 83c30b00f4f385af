import type { Release, Workflow, WorkflowJob, WorkflowRun } from "./automation-rows.js"

/**
 * The rows of the sandbox's state. A row refers to others by database id, never by reference, so
 * that a snapshot is plain data. `kind` is the GraphQL type name: it decides node ids and how a
 * union or interface resolves.
 */

export type AccountKind = "User" | "Organization" | "Bot" | "Mannequin"

export interface Account {
  kind: AccountKind
  id: number
  login: string
  name: string | null
  email: string
  bio: string | null
  company: string | null
  location: string | null
  websiteUrl: string | null
  twitterUsername: string | null
  pronouns: string | null
  isSiteAdmin: boolean
  isHireable: boolean
  /** Members of an organization, by user id. */
  members: Map<number, "ADMIN" | "MEMBER">
  /** Users that this user follows. */
  following: Set<number>
  createdAt: string
  updatedAt: string
}

export type Permission = "READ" | "TRIAGE" | "WRITE" | "MAINTAIN" | "ADMIN"

export interface Repository {
  kind: "Repository"
  id: number
  ownerId: number
  name: string
  description: string | null
  homepageUrl: string | null
  isPrivate: boolean
  isTemplate: boolean
  archivedAt: string | null
  /** The repository that this one was forked from. */
  parentId: number | null
  defaultBranch: string
  hasIssuesEnabled: boolean
  hasWikiEnabled: boolean
  hasProjectsEnabled: boolean
  mergeCommitAllowed: boolean
  squashMergeAllowed: boolean
  rebaseMergeAllowed: boolean
  deleteBranchOnMerge: boolean
  allowUpdateBranch: boolean
  autoMergeAllowed: boolean
  collaborators: Map<number, Permission>
  stargazers: Map<number, string>
  watchers: Set<number>
  /** Qualified name (`refs/heads/main`) to commit oid. */
  refs: Map<string, string>
  /** The last number given to an issue or a pull request: they share one sequence. */
  lastNumber: number
  lastMilestoneNumber: number
  /** The release that was last declared to be the latest one. */
  latestReleaseId: number | null
  /** Numbers of deleted issues: REST tells them from numbers that never were. */
  deletedNumbers: Set<number>
  /** Numbers of issues that were transferred, and the id that the issue has now. */
  transferredNumbers: Map<number, number>
  createdAt: string
  updatedAt: string
  pushedAt: string
}

export interface Label {
  kind: "Label"
  id: number
  repositoryId: number
  name: string
  color: string
  description: string | null
  isDefault: boolean
  createdAt: string
  updatedAt: string
}

export interface Milestone {
  kind: "Milestone"
  id: number
  repositoryId: number
  number: number
  title: string
  description: string | null
  dueOn: string | null
  state: "OPEN" | "CLOSED"
  closedAt: string | null
  creatorId: number | null
  createdAt: string
  updatedAt: string
}

/** One saved version of an edited body. */
export interface Edit {
  id: number
  editorId: number
  body: string
  editedAt: string
}

/** What issues, pull requests, comments, reviews and review comments have in common. */
export interface Written {
  id: number
  authorId: number | null
  body: string
  createdAt: string
  updatedAt: string
  lastEditedAt: string | null
  editorId: number | null
  edits: Edit[]
}

export type LockReason = "OFF_TOPIC" | "RESOLVED" | "SPAM" | "TOO_HEATED"

/** What issues and pull requests have in common. */
export interface Numbered extends Written {
  repositoryId: number
  number: number
  title: string
  closedAt: string | null
  locked: boolean
  activeLockReason: LockReason | null
  labelIds: number[]
  assigneeIds: number[]
  milestoneId: number | null
  subscriptions: Map<number, "SUBSCRIBED" | "UNSUBSCRIBED" | "IGNORED">
}

export type StateReason = "COMPLETED" | "NOT_PLANNED" | "DUPLICATE" | "REOPENED"

export interface Issue extends Numbered {
  kind: "Issue"
  state: "OPEN" | "CLOSED"
  stateReason: StateReason | null
  duplicateOfId: number | null
  /** Sub-issues in their order. */
  subIssueIds: number[]
  parentId: number | null
}

export type MergeMethod = "MERGE" | "SQUASH" | "REBASE"

export interface PullRequest extends Numbered {
  kind: "PullRequest"
  state: "OPEN" | "CLOSED" | "MERGED"
  isDraft: boolean
  baseRefName: string
  /** The base branch's tip; frozen when the pull request is closed or merged. */
  baseRefOid: string
  headRefName: string
  headRefOid: string
  headRepositoryId: number | null
  maintainerCanModify: boolean
  mergedAt: string | null
  mergedById: number | null
  mergeCommitOid: string | null
  autoMerge: AutoMerge | null
}

export interface AutoMerge {
  enabledById: number
  enabledAt: string
  mergeMethod: MergeMethod
  commitHeadline: string | null
  commitBody: string | null
  authorEmail: string | null
}

export interface IssueComment extends Written {
  kind: "IssueComment"
  subjectKind: "Issue" | "PullRequest"
  subjectId: number
  minimizedReason: string | null
}

export type ReviewState = "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED" | "DISMISSED"

export interface Review extends Written {
  kind: "PullRequestReview"
  pullRequestId: number
  state: ReviewState
  commitOid: string
  submittedAt: string | null
  minimizedReason: string | null
}

export type DiffSide = "LEFT" | "RIGHT"

export interface ReviewThread {
  kind: "PullRequestReviewThread"
  id: number
  pullRequestId: number
  path: string
  subjectType: "LINE" | "FILE"
  diffSide: DiffSide
  startDiffSide: DiffSide | null
  /** Where the thread was started, in the file as of `originalCommitOid`. */
  originalLine: number | null
  originalStartLine: number | null
  originalCommitOid: string
  isResolved: boolean
  resolvedById: number | null
}

export interface ReviewComment extends Written {
  kind: "PullRequestReviewComment"
  threadId: number
  reviewId: number
  replyToId: number | null
  diffHunk: string
  position: number
  commitOid: string
  minimizedReason: string | null
}

export interface ReviewRequest {
  kind: "ReviewRequest"
  id: number
  pullRequestId: number
  reviewerId: number
}

export type ReactionContent =
  | "THUMBS_UP"
  | "THUMBS_DOWN"
  | "LAUGH"
  | "HOORAY"
  | "CONFUSED"
  | "HEART"
  | "ROCKET"
  | "EYES"

export type ReactableKind =
  | "Issue"
  | "PullRequest"
  | "IssueComment"
  | "PullRequestReview"
  | "PullRequestReviewComment"

export interface Reaction {
  kind: "Reaction"
  id: number
  subjectKind: ReactableKind
  subjectId: number
  userId: number
  content: ReactionContent
  createdAt: string
}

export interface PinnedIssue {
  kind: "PinnedIssue"
  id: number
  repositoryId: number
  issueId: number
  pinnedById: number
}

/** Rows by kind, the four kinds of account in one table because logins share one namespace. */
export interface Tables {
  accounts: Account
  repositories: Repository
  labels: Label
  milestones: Milestone
  issues: Issue
  pullRequests: PullRequest
  issueComments: IssueComment
  reviews: Review
  reviewThreads: ReviewThread
  reviewComments: ReviewComment
  reviewRequests: ReviewRequest
  reactions: Reaction
  pinnedIssues: PinnedIssue
  releases: Release
  workflows: Workflow
  workflowRuns: WorkflowRun
  workflowJobs: WorkflowJob
  events: TimelineEvent
}

/** Something that happened to an issue or pull request; `data` depends on `type`. */
export interface TimelineEvent {
  kind: TimelineEventKind
  id: number
  subjectKind: "Issue" | "PullRequest"
  subjectId: number
  actorId: number
  createdAt: string
  data: EventData
}

export interface EventData {
  labelId?: number
  userId?: number
  milestoneTitle?: string
  previousTitle?: string
  currentTitle?: string
  stateReason?: StateReason | null
  lockReason?: LockReason | null
  commitOid?: string
  mergeRefName?: string
  reviewId?: number
  previousReviewState?: ReviewState
  message?: string | null
  previousRefName?: string
  currentRefName?: string
  fromRepositoryId?: number
  refName?: string
  canonical?: { kind: "Issue" | "PullRequest"; id: number }
  issueId?: number
}

export type TimelineEventKind =
  | "AssignedEvent"
  | "AutoMergeDisabledEvent"
  | "AutoMergeEnabledEvent"
  | "BaseRefChangedEvent"
  | "ClosedEvent"
  | "CommentDeletedEvent"
  | "ConvertToDraftEvent"
  | "DemilestonedEvent"
  | "HeadRefDeletedEvent"
  | "LabeledEvent"
  | "LockedEvent"
  | "MarkedAsDuplicateEvent"
  | "MergedEvent"
  | "MilestonedEvent"
  | "ParentIssueAddedEvent"
  | "ParentIssueRemovedEvent"
  | "PinnedEvent"
  | "ReadyForReviewEvent"
  | "RenamedTitleEvent"
  | "ReopenedEvent"
  | "ReviewDismissedEvent"
  | "ReviewRequestRemovedEvent"
  | "ReviewRequestedEvent"
  | "SubIssueAddedEvent"
  | "SubIssueRemovedEvent"
  | "TransferredEvent"
  | "UnassignedEvent"
  | "UnlabeledEvent"
  | "UnlockedEvent"
  | "UnpinnedEvent"

export type AnyRow = Tables[keyof Tables]

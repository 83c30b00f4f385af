import type {
  ActionsCache,
  Artifact,
  CommitStatus,
  Hook,
  Release,
  ReleaseAsset,
  Workflow,
  WorkflowJob,
  WorkflowRun,
} from "./automation-rows.js"
import type {
  Deployment,
  DeploymentStatus,
  Environment,
  Invitation,
  Setting,
} from "./deployment-rows.js"
import type { EmptyList } from "./empty-lists.js"
import type { Gist, GistComment } from "./gist-rows.js"
import type { Team } from "./organization-rows.js"
import type { IssueField, IssueFieldValue, IssueType, LinkedBranch } from "./planning-rows.js"
import type {
  DraftIssue,
  Project,
  ProjectField,
  ProjectItem,
  ProjectStatusUpdate,
  ProjectView,
} from "./project-rows.js"
import type { Advisory, Autolink, MergeQueueEntry, Ruleset } from "./rule-rows.js"
import type { CodeAlert, DependabotAlert, GlobalAdvisory, SecretAlert } from "./security-rows.js"

/**
 * The rows of the sandbox's state. Rows refer to each other by database id, so a snapshot is plain data. `kind` is
 * the GraphQL type name, which determines node ids and how unions and interfaces resolve.
 *
 * Rows are read-only, including their lists, maps and sets. `update` of `store.ts` sets new values, so that a refused
 * change can be undone and all indexes stay correct. No property is optional, because undoing writes the old values
 * over the new ones.
 */

export type AccountKind = "User" | "Organization" | "Bot" | "Mannequin"

export interface Account {
  readonly kind: AccountKind
  readonly id: number
  readonly login: string
  readonly name: string | null
  readonly email: string
  readonly bio: string | null
  readonly company: string | null
  readonly location: string | null
  readonly websiteUrl: string | null
  readonly twitterUsername: string | null
  readonly pronouns: string | null
  readonly isSiteAdmin: boolean
  readonly isHireable: boolean
  /** Lists that are not modelled but declared empty by the seed. */
  readonly emptyLists: readonly EmptyList[]
  /** Variables and secrets of an organization, as in repositories. */
  readonly secrets: ReadonlyMap<string, Setting>
  readonly variables: ReadonlyMap<string, Setting>
  /** Members of an organization, by user id. */
  readonly members: ReadonlyMap<number, "ADMIN" | "MEMBER">
  /** The members who show publicly that they are in the organization. */
  readonly publicMembers: ReadonlySet<number>
  /** Users that this user follows. */
  readonly following: ReadonlySet<number>
  /** The notifications that the user has seen, by the id of their thread. */
  readonly seenThreads: ReadonlyMap<string, SeenThread>
  readonly createdAt: string
  readonly updatedAt: string
}

/** When a user read a notification, or marked it as done. */
export interface SeenThread {
  readonly readAt: string
  readonly doneAt: string | null
}

export type Permission = "READ" | "TRIAGE" | "WRITE" | "MAINTAIN" | "ADMIN"

export interface Repository {
  readonly kind: "Repository"
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly description: string | null
  readonly homepageUrl: string | null
  readonly isPrivate: boolean
  readonly isTemplate: boolean
  readonly archivedAt: string | null
  /** The repository that this one was forked from. */
  readonly parentId: number | null
  readonly defaultBranch: string
  readonly hasIssuesEnabled: boolean
  readonly hasWikiEnabled: boolean
  readonly topics: readonly string[]
  readonly hasProjectsEnabled: boolean
  readonly mergeCommitAllowed: boolean
  readonly squashMergeAllowed: boolean
  readonly rebaseMergeAllowed: boolean
  readonly deleteBranchOnMerge: boolean
  readonly allowUpdateBranch: boolean
  readonly autoMergeAllowed: boolean
  /** Former `owner/name`s, from which GitHub redirects. */
  readonly formerNames: readonly string[]
  readonly collaborators: ReadonlyMap<number, Permission>
  readonly stargazers: ReadonlyMap<number, string>
  readonly watchers: ReadonlySet<number>
  /** Accounts that get no notifications of the repository. */
  readonly ignorers: ReadonlySet<number>
  /** The last merge method of each account that has merged a pull request. */
  readonly mergeMethods: ReadonlyMap<number, MergeMethod>
  /** Qualified name (`refs/heads/main`) to commit oid. */
  readonly refs: ReadonlyMap<string, string>
  /** Oids of Git objects that were created without a ref. */
  readonly looseObjects: ReadonlySet<string>
  /** Variables and secrets by name, in upper case. Secrets are stored unsealed. */
  readonly secrets: ReadonlyMap<string, Setting>
  readonly variables: ReadonlyMap<string, Setting>
  /** The last number of an issue or a pull request: they share one sequence. */
  readonly lastNumber: number
  readonly lastMilestoneNumber: number
  /** The release that was most recently declared the latest. */
  readonly latestReleaseId: number | null
  /** Numbers of deleted issues: REST distinguishes them from unused numbers. */
  readonly deletedNumbers: ReadonlySet<number>
  /** Numbers of transferred issues, and the ids that the issues have now. */
  readonly transferredNumbers: ReadonlyMap<number, number>
  readonly createdAt: string
  readonly updatedAt: string
  readonly pushedAt: string
  /** Lists that are not modelled but declared empty by the seed. */
  readonly emptyLists: readonly EmptyList[]
}

export interface Label {
  readonly kind: "Label"
  readonly id: number
  readonly repositoryId: number
  readonly name: string
  readonly color: string
  readonly description: string | null
  readonly isDefault: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Milestone {
  readonly kind: "Milestone"
  readonly id: number
  readonly repositoryId: number
  readonly number: number
  readonly title: string
  readonly description: string | null
  readonly dueOn: string | null
  readonly state: "OPEN" | "CLOSED"
  readonly closedAt: string | null
  readonly creatorId: number | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** One saved version of an edited body. */
export interface Edit {
  readonly id: number
  readonly editorId: number
  readonly body: string
  readonly editedAt: string
}

/** The common part of issues, pull requests, comments, reviews and review comments. */
export interface Written {
  readonly id: number
  readonly authorId: number | null
  readonly body: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly lastEditedAt: string | null
  readonly editorId: number | null
  readonly edits: readonly Edit[]
}

export type LockReason = "OFF_TOPIC" | "RESOLVED" | "SPAM" | "TOO_HEATED"

/** The common part of issues and pull requests. */
export interface Numbered extends Written {
  readonly repositoryId: number
  readonly number: number
  readonly title: string
  readonly closedAt: string | null
  readonly locked: boolean
  readonly activeLockReason: LockReason | null
  readonly labelIds: readonly number[]
  readonly assigneeIds: readonly number[]
  readonly milestoneId: number | null
  readonly subscriptions: ReadonlyMap<number, "SUBSCRIBED" | "UNSUBSCRIBED" | "IGNORED">
  /** Number of comments. Lists are sorted by it, and an index cannot read another table. */
  readonly commentCount: number
}

export type StateReason = "COMPLETED" | "NOT_PLANNED" | "DUPLICATE" | "REOPENED"

export interface Issue extends Numbered {
  readonly kind: "Issue"
  readonly state: "OPEN" | "CLOSED"
  readonly stateReason: StateReason | null
  readonly duplicateOfId: number | null
  /** Sub-issues in their order. */
  readonly subIssueIds: readonly number[]
  readonly parentId: number | null
  readonly typeId: number | null
  /** By the id of the field. */
  readonly fieldValues: ReadonlyMap<number, IssueFieldValue>
  /** The issues that must be closed before this one. */
  readonly blockedByIds: readonly number[]
  readonly blockingIds: readonly number[]
}

export type MergeMethod = "MERGE" | "SQUASH" | "REBASE"

export interface PullRequest extends Numbered {
  readonly kind: "PullRequest"
  readonly state: "OPEN" | "CLOSED" | "MERGED"
  readonly isDraft: boolean
  readonly baseRefName: string
  /** The tip of the base branch; no longer updated after the pull request is closed or merged. */
  readonly baseRefOid: string
  readonly headRefName: string
  readonly headRefOid: string
  readonly headRepositoryId: number | null
  readonly maintainerCanModify: boolean
  readonly mergedAt: string | null
  readonly mergedById: number | null
  readonly mergeCommitOid: string | null
  readonly autoMerge: AutoMerge | null
}

export interface AutoMerge {
  readonly enabledById: number
  readonly enabledAt: string
  readonly mergeMethod: MergeMethod
  readonly commitHeadline: string | null
  readonly commitBody: string | null
  readonly authorEmail: string | null
}

export interface IssueComment extends Written {
  readonly kind: "IssueComment"
  readonly subjectKind: "Issue" | "PullRequest"
  readonly subjectId: number
  readonly minimizedReason: string | null
}

/** A repository has discussions if it has a category. */
export interface DiscussionCategory {
  readonly kind: "DiscussionCategory"
  readonly id: number
  readonly repositoryId: number
  readonly name: string
  /** `:pray:` */
  readonly emoji: string
  readonly description: string | null
  readonly isAnswerable: boolean
  readonly createdAt: string
}

export interface Discussion extends Written {
  readonly kind: "Discussion"
  readonly repositoryId: number
  /** Discussions share one sequence of numbers with issues and pull requests. */
  readonly number: number
  readonly title: string
  readonly categoryId: number
  readonly labelIds: readonly number[]
  readonly closedAt: string | null
  readonly stateReason: DiscussionReason | null
  readonly locked: boolean
  readonly answer: Answer | null
  readonly upvoterIds: readonly number[]
}

export type DiscussionReason = "DUPLICATE" | "OUTDATED" | "RESOLVED" | "REOPENED"

/** The comment that was chosen as an answer. */
export interface Answer {
  readonly commentId: number
  readonly chosenById: number
  readonly chosenAt: string
}

export interface DiscussionComment extends Written {
  readonly kind: "DiscussionComment"
  readonly discussionId: number
  /** Null for a comment of the top level; replies have no replies. */
  readonly replyToId: number | null
  readonly minimizedReason: string | null
  /** Set for a deleted comment that stays because it has replies. */
  readonly deletedAt: string | null
  readonly upvoterIds: readonly number[]
}

export type ReviewState = "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED" | "DISMISSED"

export interface Review extends Written {
  readonly kind: "PullRequestReview"
  readonly pullRequestId: number
  readonly state: ReviewState
  readonly commitOid: string
  readonly submittedAt: string | null
  readonly minimizedReason: string | null
}

export type DiffSide = "LEFT" | "RIGHT"

export interface ReviewThread {
  readonly kind: "PullRequestReviewThread"
  readonly id: number
  readonly pullRequestId: number
  readonly path: string
  readonly subjectType: "LINE" | "FILE"
  readonly diffSide: DiffSide
  readonly startDiffSide: DiffSide | null
  /** The line where the thread was started, in the file at `originalCommitOid`. */
  readonly originalLine: number | null
  readonly originalStartLine: number | null
  readonly originalCommitOid: string
  readonly isResolved: boolean
  readonly resolvedById: number | null
}

export interface ReviewComment extends Written {
  readonly kind: "PullRequestReviewComment"
  readonly threadId: number
  readonly reviewId: number
  readonly replyToId: number | null
  readonly diffHunk: string
  readonly position: number
  readonly commitOid: string
  readonly minimizedReason: string | null
}

export interface ReviewRequest {
  readonly kind: "ReviewRequest"
  readonly id: number
  readonly pullRequestId: number
  readonly reviewerId: number
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
  | "Discussion"
  | "DiscussionComment"

export interface Reaction {
  readonly kind: "Reaction"
  readonly id: number
  readonly subjectKind: ReactableKind
  readonly subjectId: number
  readonly userId: number
  readonly content: ReactionContent
  readonly createdAt: string
}

export interface PinnedIssue {
  readonly kind: "PinnedIssue"
  readonly id: number
  readonly repositoryId: number
  readonly issueId: number
  readonly pinnedById: number
}

/** Rows by kind. The four kinds of accounts share a table, because logins share a namespace. */
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
  releaseAssets: ReleaseAsset
  workflows: Workflow
  workflowRuns: WorkflowRun
  workflowJobs: WorkflowJob
  commitStatuses: CommitStatus
  artifacts: Artifact
  actionsCaches: ActionsCache
  hooks: Hook
  environments: Environment
  deployments: Deployment
  deploymentStatuses: DeploymentStatus
  invitations: Invitation
  rulesets: Ruleset
  mergeQueueEntries: MergeQueueEntry
  autolinks: Autolink
  advisories: Advisory
  issueTypes: IssueType
  issueFields: IssueField
  linkedBranches: LinkedBranch
  gists: Gist
  gistComments: GistComment
  projects: Project
  projectFields: ProjectField
  projectItems: ProjectItem
  draftIssues: DraftIssue
  projectStatusUpdates: ProjectStatusUpdate
  projectViews: ProjectView
  discussionCategories: DiscussionCategory
  discussions: Discussion
  teams: Team
  globalAdvisories: GlobalAdvisory
  dependabotAlerts: DependabotAlert
  codeAlerts: CodeAlert
  secretAlerts: SecretAlert
  discussionComments: DiscussionComment
  events: TimelineEvent
}

/** Something that happened to an issue or pull request; `data` depends on `type`. */
export interface TimelineEvent {
  readonly kind: TimelineEventKind
  readonly id: number
  readonly subjectKind: "Issue" | "PullRequest"
  readonly subjectId: number
  readonly actorId: number
  readonly createdAt: string
  readonly data: EventData
}

export interface EventData {
  readonly labelId?: number
  /** In place of `labelId`. */
  readonly deletedLabel?: Pick<Label, "name" | "color">
  readonly userId?: number
  readonly milestoneTitle?: string
  readonly previousTitle?: string
  readonly currentTitle?: string
  readonly stateReason?: StateReason | null
  readonly lockReason?: LockReason | null
  readonly commitOid?: string
  readonly mergeRefName?: string
  readonly reviewId?: number
  readonly previousReviewState?: ReviewState
  readonly message?: string | null
  readonly previousRefName?: string
  readonly currentRefName?: string
  readonly fromRepositoryId?: number
  readonly refName?: string
  readonly canonical?: { readonly kind: "Issue" | "PullRequest"; readonly id: number }
  readonly issueId?: number
}

export type TimelineEventKind =
  | "AssignedEvent"
  | "AutoMergeDisabledEvent"
  | "AutoMergeEnabledEvent"
  | "BaseRefChangedEvent"
  | "BlockedByAddedEvent"
  | "BlockedByRemovedEvent"
  | "BlockingAddedEvent"
  | "BlockingRemovedEvent"
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

/** Rows with an author. */
export type WrittenRow =
  | Issue
  | PullRequest
  | IssueComment
  | Review
  | ReviewComment
  | Discussion
  | DiscussionComment

export type AnyRow = Tables[keyof Tables]

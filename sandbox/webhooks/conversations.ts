import {
  commentShape,
  fullPullShape,
  issueTypeShape,
  labelShape,
  milestoneShape,
  pullShape,
  relatedIssue,
  reviewCommentShape,
  reviewShape,
  userById,
} from "../rest/index.js"
import {
  type Issue,
  nodeId,
  type PullRequest,
  type Repository,
  type ReviewComment,
  type TimelineEvent,
  type TimelineEventKind,
} from "../tables/index.js"
import {
  type Change,
  changesFrom,
  type Occurrence,
  type Occurrings,
  type Scene,
  stepOf,
} from "./change.js"
import { inPayload, repositoryPart } from "./repository-part.js"

const TEXT = { title: "title", body: "body" } as const

const home = ({ store }: Scene, { repositoryId }: { repositoryId: number }): Repository =>
  store.get("repositories", repositoryId)

/** A pull request in payloads, whose repositories are like all others there. */
function pullPart<Shape extends ReturnType<typeof pullShape>>(shape: Shape) {
  const end = (one: Shape["base"]) => ({ ...one, repo: one.repo && inPayload(one.repo) })
  return { ...shape, head: end(shape.head), base: end(shape.base) }
}

/** An event of an issue or a pull request. */
const numbered = (
  scene: Scene,
  row: Issue | PullRequest,
  action: string,
  more: object = {},
  actorId?: number,
): Occurrence => {
  const isIssue = row.kind === "Issue"
  return {
    event: isIssue ? "issues" : "pull_request",
    action,
    actorId,
    body: isIssue
      ? { issue: relatedIssue(scene, row), ...more }
      : { number: row.number, pull_request: pullPart(fullPullShape(scene, row)), ...more },
  }
}

function issueChanged(scene: Scene, change: Change<Issue>): Occurrence[] {
  const { row, isGone, before } = change
  if (isGone) {
    const movedTo = home(scene, row).transferredNumbers.get(row.number)
    const moved = scene.store.find("issues", movedTo)
    const changes = moved && {
      new_issue: relatedIssue(scene, moved),
      new_repository: repositoryPart(scene, home(scene, moved)),
    }
    return [numbered(scene, row, moved ? "transferred" : "deleted", changes && { changes })]
  }
  const changes = changesFrom(change, TEXT)
  return [
    ...(before ? [] : [numbered(scene, row, "opened")]),
    ...(changes ? [numbered(scene, row, "edited", { changes })] : []),
    ...typed(scene, row, before?.typeId ?? null),
  ]
}

function typed(scene: Scene, row: Issue, former: number | null): Occurrence[] {
  if (row.typeId === former) return []
  const type = issueTypeShape(scene, row) ?? issueTypeShape(scene, { typeId: former })
  return [numbered(scene, row, row.typeId === null ? "untyped" : "typed", { type })]
}

function pullChanged(scene: Scene, change: Change<PullRequest>): Occurrence[] {
  const { row, before } = change
  if (!before) return [numbered(scene, row, "opened")]
  const base = row.baseRefName !== before.baseRefName && {
    base: { ref: { from: before.baseRefName }, sha: { from: before.baseRefOid } },
  }
  const text = changesFrom(change, TEXT)
  const isPushed = row.headRefOid !== before.headRefOid && before.state === "OPEN"
  const ends = { before: before.headRefOid, after: row.headRefOid }
  return [
    ...(text || base ? [numbered(scene, row, "edited", { changes: { ...text, ...base } })] : []),
    ...(isPushed ? [numbered(scene, row, "synchronize", ends)] : []),
  ]
}

/** Actions by the event of the timeline that records them. */
const ACTIONS: { readonly [Kind in TimelineEventKind]?: string } = {
  AssignedEvent: "assigned",
  AutoMergeDisabledEvent: "auto_merge_disabled",
  AutoMergeEnabledEvent: "auto_merge_enabled",
  ClosedEvent: "closed",
  ConvertToDraftEvent: "converted_to_draft",
  DemilestonedEvent: "demilestoned",
  LabeledEvent: "labeled",
  LockedEvent: "locked",
  MilestonedEvent: "milestoned",
  PinnedEvent: "pinned",
  ReadyForReviewEvent: "ready_for_review",
  ReopenedEvent: "reopened",
  ReviewRequestRemovedEvent: "review_request_removed",
  ReviewRequestedEvent: "review_requested",
  UnassignedEvent: "unassigned",
  UnlabeledEvent: "unlabeled",
  UnlockedEvent: "unlocked",
  UnpinnedEvent: "unpinned",
}

function happened(scene: Scene, { row, before, isGone }: Change<TimelineEvent>): Occurrence[] {
  const action = ACTIONS[row.kind]
  if (before || isGone) return []
  if (action === undefined) return linked(scene, row)
  const subject = scene.store.numberedOf(row)
  return [numbered(scene, subject, action, partOf(scene, subject, row), row.actorId)]
}

/** Links of two issues: their event, its action, and what the subject and the other issue are. */
const LINKS: { readonly [Kind in TimelineEventKind]?: readonly [string, string, string, string] } =
  {
    BlockedByAddedEvent: ["issue_dependencies", "blocked_by_added", "blocked", "blocking"],
    BlockedByRemovedEvent: ["issue_dependencies", "blocked_by_removed", "blocked", "blocking"],
    BlockingAddedEvent: ["issue_dependencies", "blocking_added", "blocking", "blocked"],
    BlockingRemovedEvent: ["issue_dependencies", "blocking_removed", "blocking", "blocked"],
    ParentIssueAddedEvent: ["sub_issues", "parent_issue_added", "sub", "parent"],
    ParentIssueRemovedEvent: ["sub_issues", "parent_issue_removed", "sub", "parent"],
    SubIssueAddedEvent: ["sub_issues", "sub_issue_added", "parent", "sub"],
    SubIssueRemovedEvent: ["sub_issues", "sub_issue_removed", "parent", "sub"],
  }

function linked(scene: Scene, { kind, subjectId, actorId, data }: TimelineEvent): Occurrence[] {
  const subject = scene.store.find("issues", subjectId)
  const other = scene.store.find("issues", data.issueId)
  const link = LINKS[kind]
  if (!link || !subject || !other) return []
  const [event, action, name, otherName] = link
  const part = (name: string, issue: Issue) => ({
    [`${name}_issue_id`]: issue.id,
    [`${name}_issue`]: relatedIssue(scene, issue),
  })
  const body = {
    ...part(name, subject),
    ...part(otherName, other),
    [`${otherName}_issue_repo`]: repositoryPart(scene, home(scene, other)),
  }
  return [{ event, action, actorId, body }]
}

/** The part of the payload that only some actions have. */
function partOf(scene: Scene, subject: Issue | PullRequest, { kind, data }: TimelineEvent): object {
  const { store } = scene
  switch (kind) {
    case "LabeledEvent":
    case "UnlabeledEvent": {
      const label = store.find("labels", data.labelId)
      return label ? { label: labelShape(scene, label) } : {}
    }
    case "AssignedEvent":
    case "UnassignedEvent":
      return { assignee: userById(scene, data.userId) }
    case "MilestonedEvent":
    case "DemilestonedEvent": {
      const all = store.rowsBy("milestones", "repository", subject.repositoryId)
      const milestone = all.find(({ title }) => title === data.milestoneTitle)
      return milestone ? { milestone: milestoneShape(scene, milestone) } : {}
    }
    case "ReviewRequestedEvent":
    case "ReviewRequestRemovedEvent":
      return { requested_reviewer: userById(scene, data.userId) }
    case "AutoMergeEnabledEvent":
    case "AutoMergeDisabledEvent":
      return { reason: "" }
    default:
      return {}
  }
}

/** The comments of a draft occur when its review is submitted. */
function reviewCommentChanged(now: Scene, change: Change<ReviewComment>): Occurrence[] {
  const { row, isGone } = change
  const scene = isGone ? withRemoved(now) : now
  const review = scene.store.find("reviews", row.reviewId)
  const thread = scene.store.find("reviewThreads", row.threadId)
  const changes = changesFrom(change, { body: "body" })
  const isTold = stepOf(change) !== "edited" || changes
  if (!review || !thread || review.state === "PENDING" || !isTold) return []
  if (!now.store.find("pullRequests", thread.pullRequestId)) return []
  return [commented(scene, row, stepOf(change), { changes })]
}

/** With the last comment, its thread is removed, and a review that has nothing else. */
function withRemoved(scene: Scene): Scene {
  const { store, changed } = scene
  const find: Scene["store"]["find"] = (table, id) =>
    store.find(table, id) ?? changed(table).find((row) => row.id === id)
  return { ...scene, store: Object.create(store, { find: { value: find } }) }
}

/** Where a comment on a whole file is. */
const WHOLE_FILE = {
  ...{ start_line: null, original_start_line: null, start_side: null },
  ...{ line: 1, original_line: 1, side: "RIGHT" },
}

function commented(scene: Scene, row: ReviewComment, action: string, more?: object): Occurrence {
  const { pullRequestId } = scene.store.get("reviewThreads", row.threadId)
  const pull = scene.store.get("pullRequests", pullRequestId)
  return {
    event: "pull_request_review_comment",
    action,
    repository: home(scene, pull),
    body: {
      comment: { ...WHOLE_FILE, ...reviewCommentShape(scene, row) },
      pull_request: pullPart(pullShape(scene, pull)),
      ...more,
    },
  }
}

export const conversations: Occurrings = {
  issues: issueChanged,
  pullRequests: pullChanged,
  events: happened,
  reviewComments: reviewCommentChanged,

  issueComments(scene, change) {
    const { row } = change
    const { store } = scene
    const subject = store.find(
      row.subjectKind === "Issue" ? "issues" : "pullRequests",
      row.subjectId,
    )
    const changes = changesFrom(change, { body: "body" })
    if (!subject || (stepOf(change) === "edited" && !changes)) return []
    const about = { issue: relatedIssue(scene, subject), comment: commentShape(scene, row) }
    return [{ event: "issue_comment", action: stepOf(change), body: { ...about, changes } }]
  },

  reviews(scene, change) {
    const { row, before, isGone } = change
    const pull = scene.store.find("pullRequests", row.pullRequestId)
    if (!pull || isGone || row.state === "PENDING") return []
    const wasPending = before === undefined || before.state === "PENDING"
    const changes = wasPending ? undefined : changesFrom(change, { body: "body" })
    const isDismissed = row.state === "DISMISSED" && before?.state !== "DISMISSED"
    const action = wasPending ? "submitted" : isDismissed ? "dismissed" : changes && "edited"
    if (!action) return []
    const review = reviewShape(scene, row)
    const drafts = wasPending ? scene.store.rowsBy("reviewComments", "review", row.id) : []
    return [
      {
        event: "pull_request_review",
        action,
        body: {
          review: { ...review, body: row.body || null, state: row.state.toLowerCase() },
          pull_request: pullPart(pullShape(scene, pull)),
          changes,
        },
      },
      ...drafts
        .filter((comment) => !scene.isNew(comment))
        .map((comment) => commented(scene, comment, "created")),
    ]
  },

  reviewThreads(scene, { row, before, isGone }) {
    const pull = scene.store.find("pullRequests", row.pullRequestId)
    if (!pull || !before || isGone || before.isResolved === row.isResolved) return []
    const comments = scene.store.rowsBy("reviewComments", "thread", row.id)
    return [
      {
        event: "pull_request_review_thread",
        action: row.isResolved ? "resolved" : "unresolved",
        body: {
          thread: {
            node_id: nodeId(row),
            comments: comments.map((comment) => ({
              ...WHOLE_FILE,
              ...reviewCommentShape(scene, comment),
            })),
          },
          pull_request: pullPart(pullShape(scene, pull)),
        },
      },
    ]
  },

  mergeQueueEntries(scene, { row, before, isGone }) {
    const pull = scene.store.find("pullRequests", row.pullRequestId)
    if (!pull || (before && !isGone)) return []
    const reason = pull.state === "MERGED" ? "MERGE" : "MANUAL"
    return [numbered(scene, pull, isGone ? "dequeued" : "enqueued", isGone ? { reason } : {})]
  },
}

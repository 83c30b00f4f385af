import {
  type DiffSide,
  nodeId,
  type PullRequest,
  type Review,
  type ReviewComment,
  type ReviewThread,
  type Store,
} from "../tables/index.js"
import { authorizeEdit, dropReactions, requireUnlocked } from "./comments.js"
import { noSuchNode, notFound, OutsideDiff, unprocessable } from "./errors.js"
import { authorize, isAuthor } from "./permissions.js"
import { filePatch } from "./pull-data.js"
import { pendingReview, startReview, submitReview } from "./review-draft.js"
import type { Session, Viewer } from "./session.js"
import { checkFilledBody, editBody, newText } from "./text.js"

export interface NewThread {
  path: string
  body: string
  line?: number | null
  side?: DiffSide | null
  startLine?: number | null
  startSide?: DiffSide | null
  subjectType?: "LINE" | "FILE" | null
}

export const threadComments = (store: Store, thread: ReviewThread): ReviewComment[] =>
  store.rowsBy("reviewComments", "thread", thread.id)

/** Starts a thread in a pending review, which is created if there is none. */
export function addPullRequestReviewThread(
  store: Session,
  target: PullRequest | Review,
  thread: NewThread,
): ReviewThread {
  const review = target.kind === "PullRequest" ? draftOf(store, target, thread) : target
  requireOwnPending(store.viewer, review)
  return store.recordApplied("addPullRequestReviewThread", createThread(store, review, thread))
}

function draftOf(store: Session, pull: PullRequest, thread: NewThread): Review {
  authorize(store, pull, "pull_requests", "READ")
  checkThread(store, pull, thread)
  return pendingReview(store, pull) ?? startReview(store, pull)
}

function requireOwnPending(viewer: Viewer, review: Review): void {
  if (!isAuthor(viewer, review)) throw noSuchNode(nodeId(review))
  if (review.state !== "PENDING") {
    throw unprocessable("Pull request review has already been submitted")
  }
}

/** Creates a thread with its first comment, after GitHub's checks of the position. */
export function createThread(store: Session, review: Review, thread: NewThread): ReviewThread {
  const pull = store.get("pullRequests", review.pullRequestId)
  authorize(store, pull, "pull_requests", "READ")
  const place = checkThread(store, pull, thread)
  const text = newText(store, thread.body)
  const isLine = place.line !== null
  const row = store.insert("reviewThreads", {
    pullRequestId: pull.id,
    path: thread.path,
    subjectType: isLine ? "LINE" : "FILE",
    diffSide: thread.side ?? "RIGHT",
    startDiffSide: isLine && thread.startLine ? (thread.startSide ?? "RIGHT") : null,
    originalLine: place.line,
    originalStartLine: isLine ? (thread.startLine ?? null) : null,
    originalCommitOid: thread.side === "LEFT" ? pull.baseRefOid : review.commitOid,
  })
  store.insert("reviewComments", {
    ...text,
    threadId: row.id,
    reviewId: review.id,
    diffHunk: place.diffHunk,
    position: place.position,
    commitOid: review.commitOid,
  })
  return row
}

export function checkThread(
  store: Store,
  pull: PullRequest,
  thread: NewThread,
): { line: number | null; position: number; diffHunk: string } {
  checkFilledBody(thread.body, "PullRequestReviewComment")
  const patch = filePatch(store, pull, thread.path)
  if (!patch) throw unprocessable("Path could not be resolved")
  if (thread.subjectType === "FILE") return { line: null, position: 1, diffHunk: "" }
  const { line } = thread
  if (line === null || line === undefined) throw unprocessable("Line can't be blank")
  const onLeft = thread.side === "LEFT"
  const at = patch.findIndex((entry) => (onLeft ? entry.oldLine : entry.newLine) === line)
  if (at < 0) throw new OutsideDiff("Line could not be resolved")
  const { startLine } = thread
  if (startLine !== null && startLine !== undefined) {
    const left = (thread.startSide ?? "RIGHT") === "LEFT"
    const start = patch.findIndex((entry) => (left ? entry.oldLine : entry.newLine) === startLine)
    if (start < 0) throw new OutsideDiff("Start line could not be resolved")
    if (start >= at) throw unprocessable("Start line must precede the end line.")
  }
  const hunkStart = patch.slice(0, at).findLastIndex((entry) => entry.text.startsWith("@@"))
  const diffHunk = patch
    .slice(hunkStart, at + 1)
    .map((entry) => entry.text)
    .join("\n")
  return { line, position: at, diffHunk }
}

/** The line at a position in the diff, which is the older way to locate a comment. */
export function lineAtPosition(
  store: Store,
  pull: PullRequest,
  path: string,
  position: number,
): { line: number; side: DiffSide } {
  const entry = filePatch(store, pull, path)?.[position]
  if (!entry) throw unprocessable("Position is invalid")
  if (entry.newLine !== null) return { line: entry.newLine, side: "RIGHT" }
  if (entry.oldLine !== null) return { line: entry.oldLine, side: "LEFT" }
  throw unprocessable("Position is invalid")
}

/**
 * Replies in a thread. The reply is added to a pending review; without one, GitHub submits a review with only the
 * reply.
 */
export function addPullRequestReviewThreadReply(
  store: Session,
  thread: ReviewThread,
  body: string,
  given?: Review,
): ReviewComment {
  const pull = store.get("pullRequests", thread.pullRequestId)
  const repository = authorize(store, pull, "pull_requests", "READ")
  requireUnlocked(store, repository, pull)
  checkFilledBody(body, "PullRequestReviewComment")
  if (given) {
    requireOwnPending(store.viewer, given)
    if (given.pullRequestId !== pull.id) {
      throw notFound("The review does not belong to the thread's pull request")
    }
  }
  const draft = given ?? pendingReview(store, pull)
  const review = draft ?? startReview(store, pull)
  const [first] = threadComments(store, thread)
  const comment = store.insert("reviewComments", {
    ...newText(store, body),
    threadId: thread.id,
    reviewId: review.id,
    replyToId: first?.id ?? null,
    diffHunk: first?.diffHunk ?? "",
    position: first?.position ?? 1,
    commitOid: review.commitOid,
  })
  if (!draft) submitReview(store, review, "COMMENTED")
  store.update(pull, { updatedAt: store.clock.last() })
  return store.recordApplied("addPullRequestReviewThreadReply", comment)
}

/** Adds a comment outside of any review: GitHub submits a review with only this comment. */
export function addSingleReviewComment(
  store: Session,
  pull: PullRequest,
  thread: NewThread,
): ReviewComment {
  const repository = authorize(store, pull, "pull_requests", "READ")
  requireUnlocked(store, repository, pull)
  checkThread(store, pull, thread)
  requireNoDraft(store, pull)
  const review = startReview(store, pull)
  const row = createThread(store, review, thread)
  submitReview(store, review, "COMMENTED")
  store.recordApplied("addPullRequestReviewThread", row)
  const [comment] = threadComments(store, row)
  if (!comment) throw new Error(`sandbox state: thread ${row.id} has no comment`)
  return comment
}

/** Throws if there is a pending review, because REST cannot add to it and there can be only one. */
export function requireNoDraft(store: Session, pull: PullRequest): void {
  if (!pendingReview(store, pull)) return
  throw unprocessable(
    "user_id can only have one pending review per pull request",
    "PullRequestReview",
  )
}

export function setThreadResolved(
  store: Session,
  thread: ReviewThread,
  isResolved: boolean,
): ReviewThread {
  const pull = store.get("pullRequests", thread.pullRequestId)
  authorize(store, pull, "pull_requests", "WRITE", isAuthor(store.viewer, pull))
  if (thread.isResolved !== isResolved) {
    store.clock.tick()
    store.update(thread, {
      isResolved,
      resolvedById: isResolved ? store.viewer.account.id : null,
    })
  }
  const mutation = isResolved ? "resolveReviewThread" : "unresolveReviewThread"
  return store.recordApplied(mutation, thread)
}

export function updatePullRequestReviewComment(
  store: Session,
  comment: ReviewComment,
  body: string,
): ReviewComment {
  authorizeEdit(store, comment)
  editBody(store, comment, checkFilledBody(body, "PullRequestReviewComment"))
  return store.recordApplied("updatePullRequestReviewComment", comment)
}

/** Deletes a comment. A thread without comments is removed, and so is a review left empty. */
export function deletePullRequestReviewComment(
  store: Session,
  comment: ReviewComment,
): Review | undefined {
  authorizeEdit(store, comment)
  store.clock.tick()
  removeReviewComment(store, comment)
  store.recordApplied("deletePullRequestReviewComment", comment)
  const review = store.get("reviews", comment.reviewId)
  const isEmpty =
    review.state === "COMMENTED" &&
    review.body === "" &&
    store.countBy("reviewComments", "review", review.id) === 0
  if (!isEmpty) return review
  store.remove(review)
  return undefined
}

export function removeReviewComment(store: Store, comment: ReviewComment): void {
  dropReactions(store, comment)
  store.remove(comment)
  const thread = store.get("reviewThreads", comment.threadId)
  const left = threadComments(store, thread)
  for (const reply of left) {
    if (reply.replyToId === comment.id) store.update(reply, { replyToId: null })
  }
  if (left.length === 0) store.remove(thread)
}

import type { PullRequest, Review, ReviewState, Store } from "../tables/index.js"
import { mergeWhatIsReady } from "./auto-merge.js"
import { requireUnlocked } from "./comments.js"
import { NotAllowed, unprocessable } from "./errors.js"
import { objectByOid } from "./git-nodes.js"
import { authorize, isAuthor } from "./permissions.js"
import { pendingReview, startReview, submitReview } from "./review-draft.js"
import type { Session, Viewer } from "./session.js"
import { checkBody, editBody } from "./text.js"
import { checkThread, createThread, type NewThread, removeReviewComment } from "./threads.js"

export type ReviewEvent = "APPROVE" | "COMMENT" | "REQUEST_CHANGES" | "DISMISS"

const RESULT = {
  APPROVE: "APPROVED",
  COMMENT: "COMMENTED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
} as const satisfies Record<Exclude<ReviewEvent, "DISMISS">, ReviewState>

export interface NewReview {
  body?: string | null
  event?: ReviewEvent | null
  commitOid?: string | null
  threads: readonly NewThread[]
}

/** Adds a review. Without an event it stays pending, and only its author sees it. */
export function addPullRequestReview(store: Session, pull: PullRequest, input: NewReview): Review {
  const repository = authorize(store, pull, "pull_requests", "READ")
  requireUnlocked(store, repository, pull)
  const body = checkBody(input.body ?? "", "PullRequestReview")
  if (pendingReview(store, pull)) {
    throw unprocessable("User can only have one pending review per pull request")
  }
  if (input.commitOid && objectByOid(store, repository, input.commitOid)?.kind !== "Commit") {
    throw unprocessable("The commit OID is not part of the pull request")
  }
  if (input.event) checkEvent(store.viewer, pull, input.event, body, input.threads.length)
  for (const thread of input.threads) checkThread(store, pull, thread)
  const review = startReview(store, pull, body, input.commitOid ?? pull.headRefOid)
  for (const thread of input.threads) createThread(store, review, thread)
  if (input.event) submitReview(store, review, resultOf(input.event))
  store.recordApplied("addPullRequestReview", review)
  mergeWhatIsReady(store, repository.id)
  return review
}

export function submitPullRequestReview(
  store: Session,
  review: Review,
  event: ReviewEvent,
  body: string | null | undefined,
): Review {
  requirePending(store.viewer, review)
  const pull = store.get("pullRequests", review.pullRequestId)
  const repository = authorize(store, pull, "pull_requests", "READ")
  requireUnlocked(store, repository, pull)
  const text = checkBody(body ?? review.body, "PullRequestReview")
  checkEvent(store.viewer, pull, event, text, commentCount(store, review))
  store.update(review, { body: text })
  submitReview(store, review, resultOf(event))
  store.recordApplied("submitPullRequestReview", review)
  mergeWhatIsReady(store, repository.id)
  return review
}

const commentCount = (store: Store, review: Review): number =>
  store.countBy("reviewComments", "review", review.id)

function requirePending(viewer: Viewer, review: Review): void {
  if (!isAuthor(viewer, review)) throw new NotAllowed(viewer.account.login)
  if (review.state !== "PENDING") {
    throw unprocessable("Can not submit a review that is not pending")
  }
}

function resultOf(event: ReviewEvent): (typeof RESULT)[keyof typeof RESULT] {
  if (event === "DISMISS") throw unprocessable("Can not dismiss a pending pull request review")
  return RESULT[event]
}

function checkEvent(
  viewer: Viewer,
  pull: PullRequest,
  event: ReviewEvent,
  body: string,
  comments: number,
): void {
  resultOf(event)
  const refuse = (message: string) => unprocessable(message, "PullRequestReview", "unprocessable")
  if (isAuthor(viewer, pull) && event !== "COMMENT") {
    const change = event === "APPROVE" ? "approve" : "request changes on"
    throw refuse(`Can not ${change} your own pull request`)
  }
  if (event !== "APPROVE" && body.trim() === "" && comments === 0) {
    throw refuse("Body can't be blank")
  }
}

export function updatePullRequestReview(store: Session, review: Review, body: string): Review {
  const pull = store.get("pullRequests", review.pullRequestId)
  authorize(store, pull, "pull_requests", "WRITE", isAuthor(store.viewer, review))
  editBody(store, review, checkBody(body, "PullRequestReview"))
  return store.recordApplied("updatePullRequestReview", review)
}

export function dismissPullRequestReview(store: Session, review: Review, message: string): Review {
  const pull = store.get("pullRequests", review.pullRequestId)
  authorize(store, pull, "pull_requests", "WRITE")
  if (message.trim() === "") throw unprocessable("Message can't be blank")
  if (review.state !== "APPROVED" && review.state !== "CHANGES_REQUESTED") {
    throw unprocessable("Can not dismiss a commented or pending pull request review")
  }
  const previousReviewState = review.state
  store.edit(review, { state: "DISMISSED" })
  store.recordEvent("ReviewDismissedEvent", pull, {
    reviewId: review.id,
    previousReviewState,
    message,
  })
  store.recordApplied("dismissPullRequestReview", review)
  mergeWhatIsReady(store, pull.repositoryId)
  return review
}

/** Deletes a pending review with its comments. Submitted reviews cannot be deleted. */
export function deletePullRequestReview(store: Session, review: Review): Review {
  const pull = store.get("pullRequests", review.pullRequestId)
  authorize(store, pull, "pull_requests", "READ")
  if (!isAuthor(store.viewer, review)) throw new NotAllowed(store.viewer.account.login)
  if (review.state !== "PENDING") {
    throw unprocessable("Can not delete a non-pending pull request review")
  }
  for (const comment of store.rowsBy("reviewComments", "review", review.id)) {
    removeReviewComment(store, comment)
  }
  return store.drop("deletePullRequestReview", review)
}

import type { PullRequest, Review, ReviewState } from "../tables/index.js"
import type { Session } from "./session.js"
import { newText } from "./text.js"

/** The viewer's unsubmitted review of the pull request; there is never more than one. */
export function pendingReview(store: Session, pull: PullRequest): Review | undefined {
  return store
    .rowsBy("reviews", "pullRequest", pull.id)
    .find((review) => review.state === "PENDING" && review.authorId === store.viewer.account.id)
}

export function startReview(
  store: Session,
  pull: PullRequest,
  body = "",
  commitOid: string = pull.headRefOid,
): Review {
  return store.insert("reviews", {
    ...newText(store, body),
    pullRequestId: pull.id,
    state: "PENDING",
    commitOid,
  })
}

/** Makes the review and its comments public, and fulfils a review request. */
export function submitReview(
  store: Session,
  review: Review,
  state: Exclude<ReviewState, "PENDING" | "DISMISSED">,
): void {
  const pull = store.get("pullRequests", review.pullRequestId)
  const now = store.clock.tick()
  store.update(review, { state, submittedAt: now, updatedAt: now })
  store.update(pull, { updatedAt: now })
  for (const request of store.rowsBy("reviewRequests", "pullRequest", pull.id)) {
    if (request.reviewerId === store.viewer.account.id) store.remove(request)
  }
}

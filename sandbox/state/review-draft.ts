import type { Viewer } from "./permissions.js"
import type { PullRequest, Review, ReviewState } from "./rows.js"
import { newText } from "./text.js"
import { get, insert, type World, where } from "./world.js"

/** The viewer's unsubmitted review of the pull request; there is never more than one. */
export function pendingReview(world: World, viewer: Viewer, pull: PullRequest): Review | undefined {
  return where(
    world,
    "reviews",
    (review) =>
      review.pullRequestId === pull.id &&
      review.state === "PENDING" &&
      review.authorId === viewer.account.id,
  )[0]
}

export function startReview(
  world: World,
  viewer: Viewer,
  pull: PullRequest,
  body = "",
  commitOid: string = pull.headRefOid,
): Review {
  return insert(world, "reviews", {
    kind: "PullRequestReview",
    ...newText(world, viewer.account.id, body),
    pullRequestId: pull.id,
    state: "PENDING",
    commitOid,
    submittedAt: null,
    minimizedReason: null,
  })
}

/** Makes the review and its comments public and answers a review request. */
export function submitReview(
  world: World,
  viewer: Viewer,
  review: Review,
  state: Exclude<ReviewState, "PENDING" | "DISMISSED">,
): void {
  const pull = get(world, "pullRequests", review.pullRequestId)
  const now = world.clock.tick()
  review.state = state
  review.submittedAt = now
  review.updatedAt = now
  pull.updatedAt = now
  for (const request of world.tables.reviewRequests.values()) {
    if (request.pullRequestId === pull.id && request.reviewerId === viewer.account.id) {
      world.tables.reviewRequests.delete(request.id)
    }
  }
}

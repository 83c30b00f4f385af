import {
  get,
  insert,
  type PullRequest,
  type Review,
  type ReviewState,
  remove,
  rowsBy,
  update,
  type World,
} from "../tables/index.js"
import type { Viewer } from "./permissions.js"
import { newText } from "./text.js"

/** The viewer's unsubmitted review of the pull request; there is never more than one. */
export function pendingReview(world: World, viewer: Viewer, pull: PullRequest): Review | undefined {
  return rowsBy(world, "reviews", "pullRequest", pull.id).find(
    (review) => review.state === "PENDING" && review.authorId === viewer.account.id,
  )
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
  update(world, review, { state, submittedAt: now, updatedAt: now })
  update(world, pull, { updatedAt: now })
  for (const request of rowsBy(world, "reviewRequests", "pullRequest", pull.id)) {
    if (request.reviewerId === viewer.account.id) remove(world, request)
  }
}

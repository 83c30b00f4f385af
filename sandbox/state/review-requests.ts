import type { Account, PullRequest } from "../tables/index.js"
import { isReviewingAgent } from "./agents.js"
import { unprocessable } from "./errors.js"
import { authorize, isAuthor, isCollaborator } from "./permissions.js"
import type { Session } from "./session.js"

/** Requests reviews. Without `union`, the given reviewers replace the earlier ones. */
export function requestReviews(
  store: Session,
  pull: PullRequest,
  users: Account[],
  union: boolean,
): PullRequest {
  const repository = authorize(store, pull, "pull_requests", "TRIAGE", isAuthor(store.viewer, pull))
  for (const user of users) {
    if (user.id === pull.authorId) {
      throw unprocessable("Review cannot be requested from pull request author.")
    }
    if (!isCollaborator(store, user, repository) && !isReviewingAgent(user)) {
      throw unprocessable(
        `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${store.nameWithOwner(repository)} repository.`,
      )
    }
  }
  const before = store.rowsBy("reviewRequests", "pullRequest", pull.id)
  store.edit(pull, {})
  for (const request of before) {
    if (union || users.some((user) => user.id === request.reviewerId)) continue
    store.remove(request)
    store.recordEvent("ReviewRequestRemovedEvent", pull, { userId: request.reviewerId })
  }
  for (const user of users) {
    if (before.some((request) => request.reviewerId === user.id)) continue
    store.insert("reviewRequests", {
      pullRequestId: pull.id,
      reviewerId: user.id,
    })
    store.recordEvent("ReviewRequestedEvent", pull, { userId: user.id })
  }
  return store.recordApplied("requestReviews", pull)
}

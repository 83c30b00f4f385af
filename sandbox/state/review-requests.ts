import {
  type Account,
  get,
  insert,
  nameWithOwner,
  type PullRequest,
  recordApplied,
  recordEvent,
  remove,
  rowsBy,
  update,
} from "../tables/index.js"
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
  const repository = get(store, "repositories", pull.repositoryId)
  authorize(store, repository, "pull_requests", "TRIAGE", isAuthor(store.viewer, pull))
  for (const user of users) {
    if (user.id === pull.authorId) {
      throw unprocessable("Review cannot be requested from pull request author.")
    }
    if (!isCollaborator(store, user, repository) && !isReviewingAgent(user)) {
      throw unprocessable(
        `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${nameWithOwner(store, repository)} repository.`,
      )
    }
  }
  const before = rowsBy(store, "reviewRequests", "pullRequest", pull.id)
  update(store, pull, { updatedAt: store.clock.tick() })
  for (const request of before) {
    if (union || users.some((user) => user.id === request.reviewerId)) continue
    remove(store, request)
    recordEvent(store, "ReviewRequestRemovedEvent", pull, { userId: request.reviewerId })
  }
  for (const user of users) {
    if (before.some((request) => request.reviewerId === user.id)) continue
    insert(store, "reviewRequests", {
      pullRequestId: pull.id,
      reviewerId: user.id,
    })
    recordEvent(store, "ReviewRequestedEvent", pull, { userId: user.id })
  }
  recordApplied(store, "requestReviews", pull)
  return pull
}

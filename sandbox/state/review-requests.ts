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
  type World,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, isAuthor, isCollaborator, type Viewer } from "./permissions.js"

/** Without `union` the given reviewers replace those that were asked before. */
export function requestReviews(
  world: World,
  viewer: Viewer,
  pull: PullRequest,
  users: Account[],
  union: boolean,
): PullRequest {
  const repository = get(world, "repositories", pull.repositoryId)
  authorize(world, viewer, repository, "pull_requests", "TRIAGE", isAuthor(viewer, pull))
  for (const user of users) {
    if (user.id === pull.authorId) {
      throw unprocessable("Review cannot be requested from pull request author.")
    }
    if (!isCollaborator(world, user, repository)) {
      throw unprocessable(
        `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${nameWithOwner(world, repository)} repository.`,
      )
    }
  }
  const actor = viewer.account.id
  const before = rowsBy(world, "reviewRequests", "pullRequest", pull.id)
  update(world, pull, { updatedAt: world.clock.tick() })
  for (const request of before) {
    if (union || users.some((user) => user.id === request.reviewerId)) continue
    remove(world, request)
    recordEvent(world, "ReviewRequestRemovedEvent", pull, actor, { userId: request.reviewerId })
  }
  for (const user of users) {
    if (before.some((request) => request.reviewerId === user.id)) continue
    insert(world, "reviewRequests", {
      kind: "ReviewRequest",
      pullRequestId: pull.id,
      reviewerId: user.id,
    })
    recordEvent(world, "ReviewRequestedEvent", pull, actor, { userId: user.id })
  }
  recordApplied(world, "requestReviews", viewer.account, pull)
  return pull
}

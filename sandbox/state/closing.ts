import { nameWithOwner, sameName } from "./lookup.js"
import { isVisible, type Viewer } from "./permissions.js"
import type { Issue, PullRequest } from "./rows.js"
import { get, type World, where } from "./world.js"

const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:([\w.-]+\/[\w.-]+))?#(\d+)\b/gi

/** Whether the pull request's description says that it closes the issue. */
function closes(world: World, pull: PullRequest, issue: Issue): boolean {
  const repository = get(world, "repositories", issue.repositoryId)
  // The keywords count only towards the default branch.
  if (pull.baseRefName !== get(world, "repositories", pull.repositoryId).defaultBranch) return false
  return [...pull.body.matchAll(CLOSING)].some(([, name, number]) => {
    if (Number(number) !== issue.number) return false
    return name
      ? sameName(name, nameWithOwner(world, repository))
      : pull.repositoryId === issue.repositoryId
  })
}

/** The pull requests that close the issue when they are merged. */
export const closingPulls = (world: World, viewer: Viewer, issue: Issue): PullRequest[] =>
  where(
    world,
    "pullRequests",
    (pull) => isVisible(world, viewer, pull) && closes(world, pull, issue),
  )

/** The issues that are closed when the pull request is merged. */
export const closedIssues = (world: World, viewer: Viewer, pull: PullRequest): Issue[] =>
  where(world, "issues", (issue) => isVisible(world, viewer, issue) && closes(world, pull, issue))

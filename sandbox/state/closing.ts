import {
  closedIssuesIn,
  get,
  type Issue,
  issueByNumber,
  nameWithOwner,
  type PullRequest,
  repositoryByName,
  rowsBy,
  sameName,
  type World,
} from "../tables/index.js"
import { isVisible, type Viewer } from "./permissions.js"

/** The keywords count only towards the default branch. */
const isToDefaultBranch = (world: World, pull: PullRequest): boolean =>
  pull.baseRefName === get(world, "repositories", pull.repositoryId).defaultBranch

/** Whether the pull request's description says that it closes the issue. */
function closes(world: World, pull: PullRequest, issue: Issue): boolean {
  const name = nameWithOwner(world, get(world, "repositories", issue.repositoryId))
  return closedIssuesIn(pull.body).some(({ repository, number }) => {
    if (number !== issue.number) return false
    return repository ? sameName(repository, name) : pull.repositoryId === issue.repositoryId
  })
}

/** The pull requests that close the issue when they are merged. */
export const closingPulls = (world: World, viewer: Viewer, issue: Issue): PullRequest[] =>
  rowsBy(world, "pullRequests", "closes", issue.number).filter(
    (pull) =>
      isVisible(world, viewer, pull) &&
      isToDefaultBranch(world, pull) &&
      closes(world, pull, issue),
  )

/** The issues that are closed when the pull request is merged. */
export function closedIssues(world: World, viewer: Viewer, pull: PullRequest): Issue[] {
  if (!isToDefaultBranch(world, pull)) return []
  const issues = closedIssuesIn(pull.body).flatMap(({ repository, number }) => {
    const [owner = "", name = ""] = repository?.split("/") ?? []
    const home = repository
      ? repositoryByName(world, owner, name)
      : get(world, "repositories", pull.repositoryId)
    return (home && issueByNumber(world, home, number)) ?? []
  })
  return [...new Set(issues)]
    .filter((issue) => isVisible(world, viewer, issue))
    .sort((a, b) => a.id - b.id)
}

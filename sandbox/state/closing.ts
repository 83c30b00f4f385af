import {
  closedIssuesIn,
  type Issue,
  type PullRequest,
  type Store,
  sameName,
} from "../tables/index.js"
import { isVisible } from "./permissions.js"
import type { Session } from "./session.js"

/** Closing keywords only count in pull requests to the default branch. */
const isToDefaultBranch = (store: Store, pull: PullRequest): boolean =>
  pull.baseRefName === store.get("repositories", pull.repositoryId).defaultBranch

/** Whether the pull request's description has a closing keyword for the issue. */
function closes(store: Store, pull: PullRequest, issue: Issue): boolean {
  const name = store.nameWithOwner(store.get("repositories", issue.repositoryId))
  return closedIssuesIn(pull.body).some(({ repository, number }) => {
    if (number !== issue.number) return false
    return repository ? sameName(repository, name) : pull.repositoryId === issue.repositoryId
  })
}

/** The pull requests that close the issue when they are merged. */
export const closingPulls = (store: Session, issue: Issue): PullRequest[] =>
  store
    .rowsBy("pullRequests", "closes", issue.number)
    .filter(
      (pull) =>
        isVisible(store, pull) && isToDefaultBranch(store, pull) && closes(store, pull, issue),
    )

/** The issues that are closed when the pull request is merged. */
export function closedIssues(store: Session, pull: PullRequest): Issue[] {
  if (!isToDefaultBranch(store, pull)) return []
  const issues = closedIssuesIn(pull.body).flatMap(({ repository, number }) => {
    const [owner = "", name = ""] = repository?.split("/") ?? []
    const home = repository
      ? store.repositoryByName(owner, name)
      : store.get("repositories", pull.repositoryId)
    return (home && store.issueByNumber(home, number)) ?? []
  })
  return [...new Set(issues)].filter((issue) => isVisible(store, issue)).sort((a, b) => a.id - b.id)
}

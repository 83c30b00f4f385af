import { history } from "../git/index.js"
import {
  closedIssuesIn,
  type Issue,
  issueByNumber,
  type PullRequest,
  pullRequestByNumber,
  type Repository,
  repositoryByName,
  type Store,
} from "../tables/index.js"
import { close } from "./issues.js"
import { accountPermission, isAtLeast, type Viewer } from "./permissions.js"
import { close as closePull } from "./pulls.js"

/**
 * Closes what the closing keywords of commits name that are new on the default branch:
 * https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
 */
export function closeByCommits(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  pushed: { before: string | undefined; after: string },
): void {
  const { git } = store
  const known = new Set(
    pushed.before === undefined ? [] : history(git, pushed.before).map(({ oid }) => oid),
  )
  const added = history(git, pushed.after).filter(({ oid }) => !known.has(oid))
  for (const { oid, message } of added.reverse()) {
    for (const row of namedIn(store, viewer, repository, message)) {
      if (row.state !== "OPEN") continue
      const from = row.repositoryId === repository.id ? {} : { fromRepositoryId: repository.id }
      const data = { commitOid: oid, ...from }
      if (row.kind === "Issue") close(store, viewer, row, "COMPLETED", data)
      else closePull(store, viewer, row, data)
    }
  }
}

/** Commits close issues and pull requests of repositories that their pusher may write to. */
const namedIn = (
  store: Store,
  viewer: Viewer,
  pushedTo: Repository,
  message: string,
): (Issue | PullRequest)[] =>
  closedIssuesIn(message).flatMap(({ repository, number }) => {
    const [owner = "", name = ""] = repository?.split("/") ?? []
    const home = repository ? repositoryByName(store, owner, name) : pushedTo
    if (!home || !isAtLeast(accountPermission(store, viewer.account, home), "WRITE")) return []
    return issueByNumber(store, home, number) ?? pullRequestByNumber(store, home, number) ?? []
  })

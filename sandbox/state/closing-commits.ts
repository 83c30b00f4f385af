import { history } from "../git/index.js"
import { closedIssuesIn, type Issue, type PullRequest, type Repository } from "../tables/index.js"
import { markClosed } from "./issues.js"
import { accountPermission, isAtLeast } from "./permissions.js"
import { markPullClosed } from "./pulls.js"
import type { Session } from "./session.js"

/**
 * Closes what the closing keywords of commits name that are new on the default branch:
 * https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
 */
export function closeByCommits(
  store: Session,
  repository: Repository,
  pushed: { before: string | undefined; after: string },
): void {
  const { git } = store
  const known = new Set(
    pushed.before === undefined ? [] : history(git, pushed.before).map(({ oid }) => oid),
  )
  const added = history(git, pushed.after).filter(({ oid }) => !known.has(oid))
  for (const { oid, message } of added.reverse()) {
    for (const row of namedIn(store, repository, message)) {
      if (row.state !== "OPEN") continue
      const from = row.repositoryId === repository.id ? {} : { fromRepositoryId: repository.id }
      const data = { commitOid: oid, ...from }
      if (row.kind === "Issue") markClosed(store, row, "COMPLETED", data)
      else markPullClosed(store, row, data)
    }
  }
}

/** Commits close issues and pull requests of repositories that their pusher may write to. */
const namedIn = (store: Session, pushedTo: Repository, message: string): (Issue | PullRequest)[] =>
  closedIssuesIn(message).flatMap(({ repository, number }) => {
    const [owner = "", name = ""] = repository?.split("/") ?? []
    const home = repository ? store.repositoryByName(owner, name) : pushedTo
    if (!home || !isAtLeast(accountPermission(store, store.viewer.account, home), "WRITE"))
      return []
    return store.issueByNumber(home, number) ?? store.pullRequestByNumber(home, number) ?? []
  })

import { commitOf, type GitObjects, isAncestor } from "../git/index.js"
import type { PullRequest } from "../tables/index.js"
import { closedIssues } from "./closing.js"
import { markClosed } from "./issues.js"
import { endPull } from "./pull-data.js"
import type { Session } from "./session.js"

/**
 * Marks pull requests as merged whose commits a push brought to their base:
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges#indirect-merges
 */
export function mergeContained(
  store: Session,
  pulls: readonly PullRequest[],
  pushed: { before: string | undefined; after: string },
): void {
  const { git } = store
  const { before, after } = pushed
  for (const pull of pulls) {
    const head = pull.headRefOid
    if (!isAncestor(git, head, after)) continue
    if (before !== undefined && isAncestor(git, head, before)) continue
    const now = store.clock.last()
    const issues = closedIssues(store, pull)
    const mergeCommitOid = mergeOf(git, head, after)
    const actor = store.viewer.account.id
    const end = { mergedAt: now, closedAt: now, mergedById: actor, updatedAt: now }
    endPull(store, pull, { state: "MERGED", mergeCommitOid, ...end })
    const merge = { commitOid: mergeCommitOid, mergeRefName: pull.baseRefName }
    store.recordEvent("MergedEvent", pull, merge)
    store.recordEvent("ClosedEvent", pull)
    for (const issue of issues) {
      if (issue.state === "OPEN") markClosed(store, issue, "COMPLETED", { issueId: pull.id })
    }
  }
}

/** The first commit of the base that has the head: the head itself after a fast-forward. */
function mergeOf(git: GitObjects, head: string, tip: string): string {
  const [first] = commitOf(git, tip).parents
  if (tip === head || first === undefined || !isAncestor(git, head, first)) return tip
  return mergeOf(git, head, first)
}

import { type AnyRow, find, type Issue, type Store, type Tables } from "../tables/index.js"
import { isVisible, subjectOf, type Viewer } from "./permissions.js"

/** The store, and the viewer who reads it. */
interface Seen {
  readonly store: Store
  readonly viewer: Viewer
}

/** The row with an id; null if the viewer may not see it. */
export function findVisible<Name extends keyof Tables>(
  { store, viewer }: Seen,
  table: Name,
  id: number | null | undefined,
): Tables[Name] | null {
  const row = find(store, table, id)
  return row && isVisible(store, viewer, row) ? row : null
}

/** The subject of an event; null if the viewer may not see it. */
export function visibleSubject(
  { store, viewer }: Seen,
  named: { kind: AnyRow["kind"]; id: number } | undefined,
): AnyRow | null {
  const row = named && subjectOf(store, { subjectKind: named.kind, subjectId: named.id })
  return row && isVisible(store, viewer, row) ? row : null
}

export const visibleIssues = (seen: Seen, ids: readonly number[]): Issue[] =>
  ids.flatMap((id) => findVisible(seen, "issues", id) ?? [])

export const visibleSubIssues = (seen: Seen, issue: Issue): Issue[] =>
  visibleIssues(seen, issue.subIssueIds)

/** The progress of the sub-issues. */
export function subIssuesProgress(seen: Seen, issue: Issue) {
  const all = visibleSubIssues(seen, issue)
  const total = all.length
  const completed = all.filter(({ state }) => state === "CLOSED").length
  return { total, completed, percent: total === 0 ? 0 : Math.floor((completed / total) * 100) }
}

/** How many issues that the viewer sees block an issue or wait for it, open ones and all. */
export function dependencyCounts(seen: Seen, issue: Issue) {
  const [blockedBy, blocking] = [issue.blockedByIds, issue.blockingIds].map((ids) =>
    visibleIssues(seen, ids),
  )
  const open = (issues: readonly Issue[] = []) =>
    issues.filter(({ state }) => state === "OPEN").length
  return {
    blockedBy: open(blockedBy),
    blocking: open(blocking),
    totalBlockedBy: blockedBy?.length ?? 0,
    totalBlocking: blocking?.length ?? 0,
  }
}

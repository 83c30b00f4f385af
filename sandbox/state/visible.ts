import type { AnyRow, Issue, Tables } from "../tables/index.js"
import { isVisible, subjectOf } from "./permissions.js"
import type { Session } from "./session.js"

/** The row with an id; null if the viewer may not see it. */
export function findVisible<Name extends keyof Tables>(
  store: Session,
  table: Name,
  id: number | null | undefined,
): Tables[Name] | null {
  const row = store.find(table, id)
  return row && isVisible(store, row) ? row : null
}

/** The subject of an event; null if the viewer may not see it. */
export function visibleSubject(
  store: Session,
  named: { kind: AnyRow["kind"]; id: number } | undefined,
): AnyRow | null {
  const row = named && subjectOf(store, { subjectKind: named.kind, subjectId: named.id })
  return row && isVisible(store, row) ? row : null
}

export const visibleIssues = (store: Session, ids: readonly number[]): Issue[] =>
  ids.flatMap((id) => findVisible(store, "issues", id) ?? [])

export const visibleSubIssues = (store: Session, issue: Issue): Issue[] =>
  visibleIssues(store, issue.subIssueIds)

/** The progress of the sub-issues. */
export function subIssuesProgress(store: Session, issue: Issue) {
  const all = visibleSubIssues(store, issue)
  const total = all.length
  const completed = all.filter(({ state }) => state === "CLOSED").length
  return { total, completed, percent: total === 0 ? 0 : Math.floor((completed / total) * 100) }
}

/** How many issues that the viewer sees block an issue or wait for it, open ones and all. */
export function dependencyCounts(store: Session, issue: Issue) {
  const [blockedBy, blocking] = [issue.blockedByIds, issue.blockingIds].map((ids) =>
    visibleIssues(store, ids),
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

import type { Issue, Store } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

export function linkSubIssue(store: Session, parent: Issue, child: Issue): void {
  if (parent.id === child.id || ancestors(store, parent).includes(child.id)) {
    throw unprocessable("Sub-issues cannot create a circular dependency")
  }
  store.clock.tick()
  store.update(parent, { subIssueIds: [...parent.subIssueIds, child.id] })
  store.update(child, { parentId: parent.id })
  store.recordEvent("SubIssueAddedEvent", parent, { issueId: child.id })
  store.recordEvent("ParentIssueAddedEvent", child, { issueId: parent.id })
}

export function addSubIssue(
  store: Session,
  parent: Issue,
  child: Issue,
  replaceParent: boolean,
): void {
  authorize(store, parent, "issues", "TRIAGE")
  if (child.parentId === parent.id) {
    throw unprocessable("Issue may not contain duplicate sub-issues")
  }
  if (child.parentId !== null) {
    if (!replaceParent) throw unprocessable("Sub issue may only have one parent")
    unlinkSubIssue(store, store.get("issues", child.parentId), child)
  }
  linkSubIssue(store, parent, child)
  store.recordApplied("addSubIssue", parent)
}

export function removeSubIssue(store: Session, parent: Issue, child: Issue): void {
  authorize(store, parent, "issues", "TRIAGE")
  if (child.parentId !== parent.id) throw unprocessable("Issue is not a sub-issue of the parent")
  unlinkSubIssue(store, parent, child)
  store.recordApplied("removeSubIssue", parent)
}

function unlinkSubIssue(store: Session, parent: Issue, child: Issue): void {
  store.clock.tick()
  store.update(parent, { subIssueIds: parent.subIssueIds.filter((id) => id !== child.id) })
  store.update(child, { parentId: null })
  store.recordEvent("SubIssueRemovedEvent", parent, { issueId: child.id })
  store.recordEvent("ParentIssueRemovedEvent", child, { issueId: parent.id })
}

/** Moves a sub-issue after or before one of its siblings. */
export function reprioritizeSubIssue(
  store: Session,
  parent: Issue,
  child: Issue,
  place: { after: Issue } | { before: Issue },
): void {
  authorize(store, parent, "issues", "TRIAGE")
  const sibling = "after" in place ? place.after : place.before
  if (child.parentId !== parent.id || sibling.parentId !== parent.id) {
    throw unprocessable("Issue is not a sub-issue of the parent")
  }
  store.clock.tick()
  const others = parent.subIssueIds.filter((id) => id !== child.id)
  const at = others.indexOf(sibling.id) + ("after" in place ? 1 : 0)
  store.update(parent, {
    subIssueIds: [...others.slice(0, at), child.id, ...others.slice(at)],
  })
  store.recordApplied("reprioritizeSubIssue", parent)
}

function ancestors(store: Store, issue: Issue): number[] {
  if (issue.parentId === null) return []
  return [issue.parentId, ...ancestors(store, store.get("issues", issue.parentId))]
}

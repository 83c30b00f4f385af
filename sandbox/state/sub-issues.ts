import { get, type Issue, recordApplied, recordEvent, type Store, update } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, type Viewer } from "./permissions.js"

export function linkSubIssue(store: Store, viewer: Viewer, parent: Issue, child: Issue): void {
  if (parent.id === child.id || ancestors(store, parent).includes(child.id)) {
    throw unprocessable("Sub-issues cannot create a circular dependency")
  }
  store.clock.tick()
  update(store, parent, { subIssueIds: [...parent.subIssueIds, child.id] })
  update(store, child, { parentId: parent.id })
  const actor = viewer.account.id
  recordEvent(store, "SubIssueAddedEvent", parent, actor, { issueId: child.id })
  recordEvent(store, "ParentIssueAddedEvent", child, actor, { issueId: parent.id })
}

export function addSubIssue(
  store: Store,
  viewer: Viewer,
  parent: Issue,
  child: Issue,
  replaceParent: boolean,
): void {
  authorize(store, viewer, get(store, "repositories", parent.repositoryId), "issues", "TRIAGE")
  if (child.parentId === parent.id) {
    throw unprocessable("Issue may not contain duplicate sub-issues")
  }
  if (child.parentId !== null) {
    if (!replaceParent) throw unprocessable("Sub issue may only have one parent")
    unlinkSubIssue(store, viewer, get(store, "issues", child.parentId), child)
  }
  linkSubIssue(store, viewer, parent, child)
  recordApplied(store, "addSubIssue", viewer.account, parent)
}

export function removeSubIssue(store: Store, viewer: Viewer, parent: Issue, child: Issue): void {
  authorize(store, viewer, get(store, "repositories", parent.repositoryId), "issues", "TRIAGE")
  if (child.parentId !== parent.id) throw unprocessable("Issue is not a sub-issue of the parent")
  unlinkSubIssue(store, viewer, parent, child)
  recordApplied(store, "removeSubIssue", viewer.account, parent)
}

function unlinkSubIssue(store: Store, viewer: Viewer, parent: Issue, child: Issue): void {
  store.clock.tick()
  update(store, parent, { subIssueIds: parent.subIssueIds.filter((id) => id !== child.id) })
  update(store, child, { parentId: null })
  const actor = viewer.account.id
  recordEvent(store, "SubIssueRemovedEvent", parent, actor, { issueId: child.id })
  recordEvent(store, "ParentIssueRemovedEvent", child, actor, { issueId: parent.id })
}

/** Moves a sub-issue after or before one of its siblings. */
export function reprioritizeSubIssue(
  store: Store,
  viewer: Viewer,
  parent: Issue,
  child: Issue,
  place: { after: Issue } | { before: Issue },
): void {
  authorize(store, viewer, get(store, "repositories", parent.repositoryId), "issues", "TRIAGE")
  const sibling = "after" in place ? place.after : place.before
  if (child.parentId !== parent.id || sibling.parentId !== parent.id) {
    throw unprocessable("Issue is not a sub-issue of the parent")
  }
  store.clock.tick()
  const others = parent.subIssueIds.filter((id) => id !== child.id)
  const at = others.indexOf(sibling.id) + ("after" in place ? 1 : 0)
  update(store, parent, {
    subIssueIds: [...others.slice(0, at), child.id, ...others.slice(at)],
  })
  recordApplied(store, "reprioritizeSubIssue", viewer.account, parent)
}

function ancestors(store: Store, issue: Issue): number[] {
  if (issue.parentId === null) return []
  return [issue.parentId, ...ancestors(store, get(store, "issues", issue.parentId))]
}

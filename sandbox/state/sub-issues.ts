import { get, type Issue, recordApplied, recordEvent, update, type World } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, type Viewer } from "./permissions.js"

export function linkSubIssue(world: World, viewer: Viewer, parent: Issue, child: Issue): void {
  if (parent.id === child.id || ancestors(world, parent).includes(child.id)) {
    throw unprocessable("Sub-issues cannot create a circular dependency")
  }
  world.clock.tick()
  update(world, parent, { subIssueIds: [...parent.subIssueIds, child.id] })
  update(world, child, { parentId: parent.id })
  const actor = viewer.account.id
  recordEvent(world, "SubIssueAddedEvent", parent, actor, { issueId: child.id })
  recordEvent(world, "ParentIssueAddedEvent", child, actor, { issueId: parent.id })
}

export function addSubIssue(
  world: World,
  viewer: Viewer,
  parent: Issue,
  child: Issue,
  replaceParent: boolean,
): void {
  authorize(world, viewer, get(world, "repositories", parent.repositoryId), "issues", "TRIAGE")
  if (child.parentId === parent.id) {
    throw unprocessable("Issue may not contain duplicate sub-issues")
  }
  if (child.parentId !== null) {
    if (!replaceParent) throw unprocessable("Sub issue may only have one parent")
    unlinkSubIssue(world, viewer, get(world, "issues", child.parentId), child)
  }
  linkSubIssue(world, viewer, parent, child)
  recordApplied(world, "addSubIssue", viewer.account, parent)
}

export function removeSubIssue(world: World, viewer: Viewer, parent: Issue, child: Issue): void {
  authorize(world, viewer, get(world, "repositories", parent.repositoryId), "issues", "TRIAGE")
  if (child.parentId !== parent.id) throw unprocessable("Issue is not a sub-issue of the parent")
  unlinkSubIssue(world, viewer, parent, child)
  recordApplied(world, "removeSubIssue", viewer.account, parent)
}

function unlinkSubIssue(world: World, viewer: Viewer, parent: Issue, child: Issue): void {
  world.clock.tick()
  update(world, parent, { subIssueIds: parent.subIssueIds.filter((id) => id !== child.id) })
  update(world, child, { parentId: null })
  const actor = viewer.account.id
  recordEvent(world, "SubIssueRemovedEvent", parent, actor, { issueId: child.id })
  recordEvent(world, "ParentIssueRemovedEvent", child, actor, { issueId: parent.id })
}

/** Moves a sub-issue behind or before one of its siblings. */
export function reprioritizeSubIssue(
  world: World,
  viewer: Viewer,
  parent: Issue,
  child: Issue,
  place: { after: Issue } | { before: Issue },
): void {
  authorize(world, viewer, get(world, "repositories", parent.repositoryId), "issues", "TRIAGE")
  const sibling = "after" in place ? place.after : place.before
  if (child.parentId !== parent.id || sibling.parentId !== parent.id) {
    throw unprocessable("Issue is not a sub-issue of the parent")
  }
  world.clock.tick()
  const others = parent.subIssueIds.filter((id) => id !== child.id)
  const at = others.indexOf(sibling.id) + ("after" in place ? 1 : 0)
  update(world, parent, {
    subIssueIds: [...others.slice(0, at), child.id, ...others.slice(at)],
  })
  recordApplied(world, "reprioritizeSubIssue", viewer.account, parent)
}

function ancestors(world: World, issue: Issue): number[] {
  if (issue.parentId === null) return []
  return [issue.parentId, ...ancestors(world, get(world, "issues", issue.parentId))]
}

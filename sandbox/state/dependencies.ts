import { get, type Issue, recordApplied, recordEvent, type Store, update } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

/** Makes `issue` wait for `blocker`. */
export function addBlockedBy(store: Session, issue: Issue, blocker: Issue): void {
  authorize(store, get(store, "repositories", issue.repositoryId), "issues", "TRIAGE")
  if (issue.id === blocker.id) throw unprocessable("An issue cannot be blocked by itself")
  if (issue.blockedByIds.includes(blocker.id)) {
    throw unprocessable("The issue is already blocked by this issue")
  }
  if (waitsFor(store, blocker).has(issue.id)) {
    throw unprocessable("Dependencies cannot create a circular dependency")
  }
  store.clock.tick()
  update(store, issue, { blockedByIds: [...issue.blockedByIds, blocker.id] })
  update(store, blocker, { blockingIds: [...blocker.blockingIds, issue.id] })
  recordEvent(store, "BlockedByAddedEvent", issue, { issueId: blocker.id })
  recordEvent(store, "BlockingAddedEvent", blocker, { issueId: issue.id })
  recordApplied(store, "addBlockedBy", issue)
}

export function removeBlockedBy(store: Session, issue: Issue, blocker: Issue): void {
  authorize(store, get(store, "repositories", issue.repositoryId), "issues", "TRIAGE")
  if (!issue.blockedByIds.includes(blocker.id)) {
    throw unprocessable("The issue is not blocked by this issue")
  }
  store.clock.tick()
  unlink(store, issue, blocker)
  recordEvent(store, "BlockedByRemovedEvent", issue, { issueId: blocker.id })
  recordEvent(store, "BlockingRemovedEvent", blocker, { issueId: issue.id })
  recordApplied(store, "removeBlockedBy", issue)
}

/** Removes the dependencies of a deleted issue. */
export function dropDependencies(store: Store, issue: Issue): void {
  for (const id of issue.blockedByIds) unlink(store, issue, get(store, "issues", id))
  for (const id of issue.blockingIds) unlink(store, get(store, "issues", id), issue)
}

/** Changes references to the issue into references to the moved issue. */
export function moveDependencies(store: Store, issue: Issue, moved: Issue): void {
  const renamed = (ids: readonly number[]) => ids.map((id) => (id === issue.id ? moved.id : id))
  for (const id of issue.blockedByIds) {
    const blocker = get(store, "issues", id)
    update(store, blocker, { blockingIds: renamed(blocker.blockingIds) })
  }
  for (const id of issue.blockingIds) {
    const blocked = get(store, "issues", id)
    update(store, blocked, { blockedByIds: renamed(blocked.blockedByIds) })
  }
}

function unlink(store: Store, issue: Issue, blocker: Issue): void {
  update(store, issue, { blockedByIds: issue.blockedByIds.filter((id) => id !== blocker.id) })
  update(store, blocker, { blockingIds: blocker.blockingIds.filter((id) => id !== issue.id) })
}

/** The issues that must be closed before this one, directly or indirectly. */
function waitsFor(store: Store, issue: Issue, found = new Set<number>()): Set<number> {
  for (const id of issue.blockedByIds) {
    if (found.has(id)) continue
    found.add(id)
    waitsFor(store, get(store, "issues", id), found)
  }
  return found
}

import type { Issue, Store } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

/** Makes `issue` wait for `blocker`. */
export function addBlockedBy(store: Session, issue: Issue, blocker: Issue): void {
  authorize(store, issue, "issues", "TRIAGE")
  if (issue.id === blocker.id) throw unprocessable("An issue cannot be blocked by itself")
  if (issue.blockedByIds.includes(blocker.id)) {
    throw unprocessable("The issue is already blocked by this issue")
  }
  if (waitsFor(store, blocker).has(issue.id)) {
    throw unprocessable("Dependencies cannot create a circular dependency")
  }
  store.clock.tick()
  store.update(issue, { blockedByIds: [...issue.blockedByIds, blocker.id] })
  store.update(blocker, { blockingIds: [...blocker.blockingIds, issue.id] })
  store.recordEvent("BlockedByAddedEvent", issue, { issueId: blocker.id })
  store.recordEvent("BlockingAddedEvent", blocker, { issueId: issue.id })
  store.recordApplied("addBlockedBy", issue)
}

export function removeBlockedBy(store: Session, issue: Issue, blocker: Issue): void {
  authorize(store, issue, "issues", "TRIAGE")
  if (!issue.blockedByIds.includes(blocker.id)) {
    throw unprocessable("The issue is not blocked by this issue")
  }
  store.clock.tick()
  unlink(store, issue, blocker)
  store.recordEvent("BlockedByRemovedEvent", issue, { issueId: blocker.id })
  store.recordEvent("BlockingRemovedEvent", blocker, { issueId: issue.id })
  store.recordApplied("removeBlockedBy", issue)
}

/** Removes the dependencies of a deleted issue. */
export function dropDependencies(store: Store, issue: Issue): void {
  for (const id of issue.blockedByIds) unlink(store, issue, store.get("issues", id))
  for (const id of issue.blockingIds) unlink(store, store.get("issues", id), issue)
}

/** Changes references to the issue into references to the moved issue. */
export function moveDependencies(store: Store, issue: Issue, moved: Issue): void {
  const renamed = (ids: readonly number[]) => ids.map((id) => (id === issue.id ? moved.id : id))
  for (const id of issue.blockedByIds) {
    const blocker = store.get("issues", id)
    store.update(blocker, { blockingIds: renamed(blocker.blockingIds) })
  }
  for (const id of issue.blockingIds) {
    const blocked = store.get("issues", id)
    store.update(blocked, { blockedByIds: renamed(blocked.blockedByIds) })
  }
}

function unlink(store: Store, issue: Issue, blocker: Issue): void {
  store.update(issue, { blockedByIds: issue.blockedByIds.filter((id) => id !== blocker.id) })
  store.update(blocker, { blockingIds: blocker.blockingIds.filter((id) => id !== issue.id) })
}

/** The issues that must be closed before this one, directly or indirectly. */
function waitsFor(store: Store, issue: Issue, found = new Set<number>()): Set<number> {
  for (const id of issue.blockedByIds) {
    if (found.has(id)) continue
    found.add(id)
    waitsFor(store, store.get("issues", id), found)
  }
  return found
}

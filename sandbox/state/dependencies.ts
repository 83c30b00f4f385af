import { get, type Issue, recordApplied, recordEvent, update, type World } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, type Viewer } from "./permissions.js"

/** From now on `issue` waits for `blocker`. */
export function addBlockedBy(world: World, viewer: Viewer, issue: Issue, blocker: Issue): void {
  authorize(world, viewer, get(world, "repositories", issue.repositoryId), "issues", "TRIAGE")
  if (issue.id === blocker.id) throw unprocessable("An issue cannot be blocked by itself")
  if (issue.blockedByIds.includes(blocker.id)) {
    throw unprocessable("The issue is already blocked by this issue")
  }
  if (waitsFor(world, blocker).has(issue.id)) {
    throw unprocessable("Dependencies cannot create a circular dependency")
  }
  world.clock.tick()
  update(world, issue, { blockedByIds: [...issue.blockedByIds, blocker.id] })
  update(world, blocker, { blockingIds: [...blocker.blockingIds, issue.id] })
  const actor = viewer.account.id
  recordEvent(world, "BlockedByAddedEvent", issue, actor, { issueId: blocker.id })
  recordEvent(world, "BlockingAddedEvent", blocker, actor, { issueId: issue.id })
  recordApplied(world, "addBlockedBy", viewer.account, issue)
}

export function removeBlockedBy(world: World, viewer: Viewer, issue: Issue, blocker: Issue): void {
  authorize(world, viewer, get(world, "repositories", issue.repositoryId), "issues", "TRIAGE")
  if (!issue.blockedByIds.includes(blocker.id)) {
    throw unprocessable("The issue is not blocked by this issue")
  }
  world.clock.tick()
  unlink(world, issue, blocker)
  const actor = viewer.account.id
  recordEvent(world, "BlockedByRemovedEvent", issue, actor, { issueId: blocker.id })
  recordEvent(world, "BlockingRemovedEvent", blocker, actor, { issueId: issue.id })
  recordApplied(world, "removeBlockedBy", viewer.account, issue)
}

/** An issue that is gone blocks nothing, and nothing blocks it. */
export function dropDependencies(world: World, issue: Issue): void {
  for (const id of issue.blockedByIds) unlink(world, issue, get(world, "issues", id))
  for (const id of issue.blockingIds) unlink(world, get(world, "issues", id), issue)
}

/** What names the issue by its id names the moved one instead. */
export function moveDependencies(world: World, issue: Issue, moved: Issue): void {
  const renamed = (ids: readonly number[]) => ids.map((id) => (id === issue.id ? moved.id : id))
  for (const id of issue.blockedByIds) {
    const blocker = get(world, "issues", id)
    update(world, blocker, { blockingIds: renamed(blocker.blockingIds) })
  }
  for (const id of issue.blockingIds) {
    const blocked = get(world, "issues", id)
    update(world, blocked, { blockedByIds: renamed(blocked.blockedByIds) })
  }
}

function unlink(world: World, issue: Issue, blocker: Issue): void {
  update(world, issue, { blockedByIds: issue.blockedByIds.filter((id) => id !== blocker.id) })
  update(world, blocker, { blockingIds: blocker.blockingIds.filter((id) => id !== issue.id) })
}

/** The issues that have to be closed before this one, directly or not. */
function waitsFor(world: World, issue: Issue, found = new Set<number>()): Set<number> {
  for (const id of issue.blockedByIds) {
    if (found.has(id)) continue
    found.add(id)
    waitsFor(world, get(world, "issues", id), found)
  }
  return found
}

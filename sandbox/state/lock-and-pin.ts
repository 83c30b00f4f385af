import {
  get,
  type Issue,
  insert,
  type LockReason,
  type PullRequest,
  recordApplied,
  recordEvent,
  remove,
  rowBy,
  rowsBy,
  update,
  type World,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, resourcesOf, type Viewer } from "./permissions.js"

export function setLocked(
  world: World,
  viewer: Viewer,
  row: Issue | PullRequest,
  locked: boolean,
  reason: LockReason | null = null,
): void {
  authorize(
    world,
    viewer,
    get(world, "repositories", row.repositoryId),
    resourcesOf(world, row),
    "WRITE",
  )
  const isSame = row.locked === locked && row.activeLockReason === reason
  if (!isSame) {
    const updatedAt = world.clock.tick()
    update(world, row, { locked, activeLockReason: locked ? reason : null, updatedAt })
    recordEvent(world, locked ? "LockedEvent" : "UnlockedEvent", row, viewer.account.id, {
      lockReason: reason,
    })
  }
  recordApplied(world, locked ? "lockLockable" : "unlockLockable", viewer.account, row)
}

const MAX_PINNED = 3

export function pinIssue(world: World, viewer: Viewer, issue: Issue): void {
  const repository = get(world, "repositories", issue.repositoryId)
  authorize(world, viewer, repository, "issues", "WRITE")
  const pins = rowsBy(world, "pinnedIssues", "repository", repository.id)
  if (pins.some((pin) => pin.issueId === issue.id)) {
    throw unprocessable("Issue is already pinned")
  }
  if (pins.length >= MAX_PINNED) {
    throw unprocessable(`Maximum ${MAX_PINNED} pinned issues per repository`)
  }
  world.clock.tick()
  insert(world, "pinnedIssues", {
    kind: "PinnedIssue",
    repositoryId: repository.id,
    issueId: issue.id,
    pinnedById: viewer.account.id,
  })
  recordEvent(world, "PinnedEvent", issue, viewer.account.id)
  recordApplied(world, "pinIssue", viewer.account, issue)
}

/** Answers the id of the pin that was taken away. */
export function unpinIssue(world: World, viewer: Viewer, issue: Issue): number {
  authorize(world, viewer, get(world, "repositories", issue.repositoryId), "issues", "WRITE")
  const pin = rowBy(world, "pinnedIssues", "issue", issue.id)
  if (!pin) throw unprocessable("Issue is not pinned")
  world.clock.tick()
  remove(world, pin)
  recordEvent(world, "UnpinnedEvent", issue, viewer.account.id)
  recordApplied(world, "unpinIssue", viewer.account, issue)
  return pin.id
}

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
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, resourcesOf } from "./permissions.js"
import type { Session } from "./session.js"

export function setLocked(
  store: Session,
  row: Issue | PullRequest,
  locked: boolean,
  reason: LockReason | null = null,
): void {
  authorize(store, get(store, "repositories", row.repositoryId), resourcesOf(store, row), "WRITE")
  const isSame = row.locked === locked && row.activeLockReason === reason
  if (!isSame) {
    const updatedAt = store.clock.tick()
    update(store, row, { locked, activeLockReason: locked ? reason : null, updatedAt })
    recordEvent(store, locked ? "LockedEvent" : "UnlockedEvent", row, {
      lockReason: reason,
    })
  }
  recordApplied(store, locked ? "lockLockable" : "unlockLockable", row)
}

const MAX_PINNED = 3

export function pinIssue(store: Session, issue: Issue): void {
  const repository = get(store, "repositories", issue.repositoryId)
  authorize(store, repository, "issues", "WRITE")
  const pins = rowsBy(store, "pinnedIssues", "repository", repository.id)
  if (pins.some((pin) => pin.issueId === issue.id)) {
    throw unprocessable("Issue is already pinned")
  }
  if (pins.length >= MAX_PINNED) {
    throw unprocessable(`Maximum ${MAX_PINNED} pinned issues per repository`)
  }
  store.clock.tick()
  insert(store, "pinnedIssues", {
    repositoryId: repository.id,
    issueId: issue.id,
    pinnedById: store.viewer.account.id,
  })
  recordEvent(store, "PinnedEvent", issue)
  recordApplied(store, "pinIssue", issue)
}

/** Returns the id of the removed pin. */
export function unpinIssue(store: Session, issue: Issue): number {
  authorize(store, get(store, "repositories", issue.repositoryId), "issues", "WRITE")
  const pin = rowBy(store, "pinnedIssues", "issue", issue.id)
  if (!pin) throw unprocessable("Issue is not pinned")
  store.clock.tick()
  remove(store, pin)
  recordEvent(store, "UnpinnedEvent", issue)
  recordApplied(store, "unpinIssue", issue)
  return pin.id
}

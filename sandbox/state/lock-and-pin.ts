import type { Issue, LockReason, PullRequest } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, resourcesOf } from "./permissions.js"
import type { Session } from "./session.js"

export function setLocked(
  store: Session,
  row: Issue | PullRequest,
  locked: boolean,
  reason: LockReason | null = null,
): void {
  authorize(store, row, resourcesOf(store, row), "WRITE")
  const isSame = row.locked === locked && row.activeLockReason === reason
  if (!isSame) {
    store.edit(row, { locked, activeLockReason: locked ? reason : null })
    store.recordEvent(locked ? "LockedEvent" : "UnlockedEvent", row, {
      lockReason: reason,
    })
  }
  store.recordApplied(locked ? "lockLockable" : "unlockLockable", row)
}

const MAX_PINNED = 3

export function pinIssue(store: Session, issue: Issue): void {
  const repository = authorize(store, issue, "issues", "WRITE")
  const pins = store.rowsBy("pinnedIssues", "repository", repository.id)
  if (pins.some((pin) => pin.issueId === issue.id)) {
    throw unprocessable("Issue is already pinned")
  }
  if (pins.length >= MAX_PINNED) {
    throw unprocessable(`Maximum ${MAX_PINNED} pinned issues per repository`)
  }
  store.clock.tick()
  store.insert("pinnedIssues", {
    repositoryId: repository.id,
    issueId: issue.id,
    pinnedById: store.viewer.account.id,
  })
  store.recordEvent("PinnedEvent", issue)
  store.recordApplied("pinIssue", issue)
}

/** Returns the id of the removed pin. */
export function unpinIssue(store: Session, issue: Issue): number {
  authorize(store, issue, "issues", "WRITE")
  const pin = store.rowBy("pinnedIssues", "issue", issue.id)
  if (!pin) throw unprocessable("Issue is not pinned")
  store.clock.tick()
  store.remove(pin)
  store.recordEvent("UnpinnedEvent", issue)
  store.recordApplied("unpinIssue", issue)
  return pin.id
}

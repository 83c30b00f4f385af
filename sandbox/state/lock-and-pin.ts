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
  type Store,
  update,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, resourcesOf, type Viewer } from "./permissions.js"

export function setLocked(
  store: Store,
  viewer: Viewer,
  row: Issue | PullRequest,
  locked: boolean,
  reason: LockReason | null = null,
): void {
  authorize(
    store,
    viewer,
    get(store, "repositories", row.repositoryId),
    resourcesOf(store, row),
    "WRITE",
  )
  const isSame = row.locked === locked && row.activeLockReason === reason
  if (!isSame) {
    const updatedAt = store.clock.tick()
    update(store, row, { locked, activeLockReason: locked ? reason : null, updatedAt })
    recordEvent(store, locked ? "LockedEvent" : "UnlockedEvent", row, viewer.account.id, {
      lockReason: reason,
    })
  }
  recordApplied(store, locked ? "lockLockable" : "unlockLockable", viewer.account, row)
}

const MAX_PINNED = 3

export function pinIssue(store: Store, viewer: Viewer, issue: Issue): void {
  const repository = get(store, "repositories", issue.repositoryId)
  authorize(store, viewer, repository, "issues", "WRITE")
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
    pinnedById: viewer.account.id,
  })
  recordEvent(store, "PinnedEvent", issue, viewer.account.id)
  recordApplied(store, "pinIssue", viewer.account, issue)
}

/** Returns the id of the removed pin. */
export function unpinIssue(store: Store, viewer: Viewer, issue: Issue): number {
  authorize(store, viewer, get(store, "repositories", issue.repositoryId), "issues", "WRITE")
  const pin = rowBy(store, "pinnedIssues", "issue", issue.id)
  if (!pin) throw unprocessable("Issue is not pinned")
  store.clock.tick()
  remove(store, pin)
  recordEvent(store, "UnpinnedEvent", issue, viewer.account.id)
  recordApplied(store, "unpinIssue", viewer.account, issue)
  return pin.id
}

/** Merge queues: https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/merging-a-pull-request-with-a-merge-queue */

import { type MergeQueueEntry, type PullRequest, type Store, transaction } from "../tables/index.js"
import { Refusal, unprocessable } from "./errors.js"
import { type MergeOptions, mergePullRequest } from "./merge.js"
import { authorize } from "./permissions.js"
import { conflicts } from "./pull-data.js"
import { queueRule, unmetRules } from "./rules.js"
import { type Session, sessionOf } from "./session.js"

/** How long after the first entry is queued the sandbox merges it, when its time is advanced. */
export const MERGE_SECONDS = 60

export const queueEntryOf = (store: Store, pull: PullRequest): MergeQueueEntry | undefined =>
  store.rowBy("mergeQueueEntries", "pullRequest", pull.id)

/** The entries of a branch's queue, next one first. */
export function queueOf(store: Store, repositoryId: number, branch: string): MergeQueueEntry[] {
  const entries = store.where("mergeQueueEntries", ({ pullRequestId }) => {
    const pull = store.get("pullRequests", pullRequestId)
    return pull.repositoryId === repositoryId && pull.baseRefName === branch
  })
  return entries.sort((a, b) => a.place - b.place)
}

/** The position of an entry in its queue, from one. */
export function positionOf(store: Store, entry: MergeQueueEntry): number {
  const { repositoryId, baseRefName } = store.get("pullRequests", entry.pullRequestId)
  return queueOf(store, repositoryId, baseRefName).indexOf(entry) + 1
}

export function enqueuePullRequest(
  store: Session,
  pull: PullRequest,
  { jump, expectedHeadOid }: { jump?: boolean | null; expectedHeadOid?: string | null },
): MergeQueueEntry {
  authorize(store, pull, "contents", "WRITE")
  if (!queueRule(store, pull)) throw unprocessable("The base branch does not require a merge queue")
  if (pull.state !== "OPEN") throw unprocessable("Pull request is closed")
  if (pull.isDraft) throw unprocessable("Pull request is in draft state")
  if (queueEntryOf(store, pull)) throw unprocessable("Pull request is already in the queue")
  if (expectedHeadOid && expectedHeadOid !== pull.headRefOid) {
    throw unprocessable("Head branch was modified. Review and try the merge again.")
  }
  if (conflicts(store, pull)) throw unprocessable("Pull request has merge conflicts")
  const [unmet] = unmetRules(store, pull)
  if (unmet) throw unprocessable(`Pull request ${unmet}`)
  store.clock.tick()
  return store.recordApplied("enqueuePullRequest", addToQueue(store, pull, jump ?? false))
}

/** Dated by the latest change, without advancing the clock. */
export function addToQueue(store: Session, pull: PullRequest, jump: boolean): MergeQueueEntry {
  const places = queueOf(store, pull.repositoryId, pull.baseRefName).map(({ place }) => place)
  return store.insert("mergeQueueEntries", {
    pullRequestId: pull.id,
    enqueuerId: store.viewer.account.id,
    place: jump ? Math.min(1, ...places) - 1 : Math.max(0, ...places) + 1,
    jump,
    enqueuedAt: store.clock.last(),
  })
}

export function dequeuePullRequest(store: Session, pull: PullRequest): MergeQueueEntry {
  authorize(store, pull, "contents", "WRITE")
  const entry = queueEntryOf(store, pull)
  if (!entry) throw unprocessable(`Failed to remove PR #${pull.number}`)
  return store.drop("dequeuePullRequest", entry)
}

/** Merges the entries that have waited long enough; those that cannot be merged leave the queue. */
export function mergeQueued(store: Store): void {
  const due = store.where("mergeQueueEntries", (entry) => {
    const waited = store.clock.position() - Date.parse(entry.enqueuedAt)
    return waited >= MERGE_SECONDS * 1000 * positionOf(store, entry)
  })
  for (const entry of due.sort((a, b) => a.place - b.place)) {
    const pull = store.get("pullRequests", entry.pullRequestId)
    const rule = queueRule(store, pull)
    const isMergeable = rule && !conflicts(store, pull) && unmetRules(store, pull).length === 0
    const how = { mergeMethod: rule?.mergeMethod ?? "MERGE", viaQueue: true }
    const isMerged = isMergeable && mergeIfAllowed(mergerOf(store, entry.enqueuerId), pull, how)
    if (!isMerged) store.remove(entry)
  }
}

/** False if the account may not merge any more, or not like this: nothing has changed then. */
export function mergeIfAllowed(store: Session, pull: PullRequest, how: MergeOptions): boolean {
  try {
    transaction(store, () => mergePullRequest(store, pull, how))
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

/** The account that requested a merge which happens later. */
export const mergerOf = (store: Store, accountId: number): Session =>
  sessionOf(store, { account: store.get("accounts", accountId), scopes: new Set(["repo"]) })

/** Auto-merge: https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/automatically-merging-a-pull-request */

import type { PullRequest, Store } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { type MergeOptions, requireMethod } from "./merge.js"
import { addToQueue, mergeIfAllowed, mergerOf } from "./merge-queue.js"
import { authorize } from "./permissions.js"
import { conflicts, mergeStateStatus } from "./pull-data.js"
import { queueRule, unmetRules } from "./rules.js"
import type { Session } from "./session.js"

export function enableAutoMerge(
  store: Session,
  pull: PullRequest,
  options: MergeOptions,
): PullRequest {
  const repository = authorize(store, pull, "pull_requests", "WRITE")
  if (!repository.autoMergeAllowed) {
    throw unprocessable("Auto merge is not allowed for this repository")
  }
  if (pull.state !== "OPEN") throw unprocessable("Pull request is closed")
  if (pull.isDraft) throw unprocessable("Pull request is in draft state")
  if (options.expectedHeadOid && options.expectedHeadOid !== pull.headRefOid) {
    throw unprocessable("Head branch was modified. Review and try the merge again.")
  }
  requireMethod(repository, options.mergeMethod)
  if (unmetRules(store, pull).length === 0) {
    const status = mergeStateStatus(store, pull).toLowerCase()
    throw unprocessable(`Pull request is in ${status} status`)
  }
  const now = store.clock.tick()
  setAutoMerge(store, pull, options, now)
  store.recordEvent("AutoMergeEnabledEvent", pull)
  return store.recordApplied("enablePullRequestAutoMerge", pull)
}

/** Does not check any rules, for use by seeds. */
export function setAutoMerge(
  store: Session,
  pull: PullRequest,
  { mergeMethod, commitHeadline, commitBody, authorEmail }: MergeOptions,
  now: string,
): void {
  store.update(pull, {
    updatedAt: now,
    autoMerge: {
      enabledById: store.viewer.account.id,
      enabledAt: now,
      mergeMethod,
      commitHeadline: commitHeadline ?? null,
      commitBody: commitBody ?? null,
      authorEmail: authorEmail ?? null,
    },
  })
}

export function disableAutoMerge(store: Session, pull: PullRequest): PullRequest {
  authorize(store, pull, "pull_requests", "WRITE")
  if (!pull.autoMerge) throw unprocessable("Can't disable auto-merge for this pull request.")
  store.edit(pull, { autoMerge: null })
  store.recordEvent("AutoMergeDisabledEvent", pull)
  return store.recordApplied("disablePullRequestAutoMerge", pull)
}

/**
 * Merges the pull requests whose requirements are met after a status, a check or a review, as the account that
 * enabled auto-merge. With a merge queue, they are added to it.
 */
export function mergeWhatIsReady(store: Store, repositoryId: number): void {
  for (const pull of store.rowsBy("pullRequests", "repository", repositoryId)) {
    const { autoMerge } = pull
    if (!autoMerge || pull.state !== "OPEN" || pull.isDraft) continue
    if (conflicts(store, pull) || unmetRules(store, pull).length > 0) continue
    const merger = mergerOf(store, autoMerge.enabledById)
    if (queueRule(store, pull)) {
      store.update(pull, { autoMerge: null })
      addToQueue(merger, pull, false)
    } else if (!mergeIfAllowed(merger, pull, autoMerge)) store.update(pull, { autoMerge: null })
  }
}

/** Auto-merge: https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/automatically-merging-a-pull-request */

import {
  type AutoMerge,
  get,
  type PullRequest,
  recordApplied,
  recordEvent,
  rowsBy,
  type Store,
  transaction,
  update,
} from "../tables/index.js"
import { Refusal, unprocessable } from "./errors.js"
import { type MergeOptions, mergePullRequest, requireMethod } from "./merge.js"
import { addToQueue, mergerOf } from "./merge-queue.js"
import { authorize } from "./permissions.js"
import { conflicts, mergeStateStatus } from "./pull-data.js"
import { queueRule, unmetRules } from "./rules.js"
import type { Session } from "./session.js"

export function enableAutoMerge(
  store: Session,
  pull: PullRequest,
  options: MergeOptions,
): PullRequest {
  const repository = get(store, "repositories", pull.repositoryId)
  authorize(store, repository, "pull_requests", "WRITE")
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
  recordEvent(store, "AutoMergeEnabledEvent", pull)
  recordApplied(store, "enablePullRequestAutoMerge", pull)
  return pull
}

/** Does not check any rules, for use by seeds. */
export function setAutoMerge(
  store: Session,
  pull: PullRequest,
  { mergeMethod, commitHeadline, commitBody, authorEmail }: MergeOptions,
  now: string,
): void {
  update(store, pull, {
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
  authorize(store, get(store, "repositories", pull.repositoryId), "pull_requests", "WRITE")
  if (!pull.autoMerge) throw unprocessable("Can't disable auto-merge for this pull request.")
  update(store, pull, { updatedAt: store.clock.tick(), autoMerge: null })
  recordEvent(store, "AutoMergeDisabledEvent", pull)
  recordApplied(store, "disablePullRequestAutoMerge", pull)
  return pull
}

/**
 * Merges the pull requests whose requirements are met after a status, a check or a review, as the account that
 * enabled auto-merge. With a merge queue, they are added to it.
 */
export function mergeWhatIsReady(store: Store, repositoryId: number): void {
  for (const pull of rowsBy(store, "pullRequests", "repository", repositoryId)) {
    const { autoMerge } = pull
    if (!autoMerge || pull.state !== "OPEN" || pull.isDraft) continue
    if (conflicts(store, pull) || unmetRules(store, pull).length > 0) continue
    const merger = mergerOf(store, autoMerge.enabledById)
    if (queueRule(store, pull)) {
      update(store, pull, { autoMerge: null })
      addToQueue(merger, pull, false)
    } else mergeOrDisable(merger, pull, autoMerge)
  }
}

/** Auto-merge is disabled if its actor may no longer merge, or not with this method. */
function mergeOrDisable(store: Session, pull: PullRequest, how: AutoMerge): void {
  try {
    transaction(store, () => mergePullRequest(store, pull, how))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    update(store, pull, { autoMerge: null })
  }
}

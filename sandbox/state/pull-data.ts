import {
  type Commit,
  commitOf,
  commitsBetween,
  diffFromMergeBase,
  type FileChange,
  filesOf,
  followLine,
  isAncestor,
  mergeCommits,
  type PatchLine,
  patchOf,
  splitLines,
  textOf,
  writeCommit,
} from "../git/index.js"
import type { PullRequest, ReviewThread, Store } from "../tables/index.js"
import { rollupState } from "./checks.js"
import { isByWriter, latestReviews } from "./latest-reviews.js"
import { requiredApprovals, unmetRules } from "./rules.js"

/** Merges or closes a pull request, which then waits for no merge. */
export function endPull(store: Store, pull: PullRequest, end: Partial<PullRequest>): void {
  store.update(pull, { ...end, autoMerge: null })
  for (const entry of store.rowsBy("mergeQueueEntries", "pullRequest", pull.id)) store.remove(entry)
}

/** The files that the pull request changes, by path. */
export const pullFiles = (store: Store, pull: PullRequest): FileChange[] =>
  diffFromMergeBase(store.git, pull.baseRefOid, pull.headRefOid)

/** The commits of the pull request, oldest first. */
export const pullCommits = (store: Store, pull: PullRequest): Commit[] =>
  commitsBetween(store.git, pull.baseRefOid, pull.headRefOid)

export function containsCommit(store: Store, pull: PullRequest, oid: string): boolean {
  if (pull.mergeCommitOid === oid) return true
  return !isAncestor(store.git, oid, pull.baseRefOid) && isAncestor(store.git, oid, pull.headRefOid)
}

export const filePatch = (
  store: Store,
  pull: PullRequest,
  path: string,
): PatchLine[] | undefined => {
  const file = pullFiles(store, pull).find((change) => change.path === path)
  return file && patchOf(store.git, file)
}

export const conflicts = (store: Store, pull: PullRequest): boolean =>
  "conflicts" in mergeCommits(store.git, pull.baseRefOid, pull.headRefOid)

/** The merge that GitHub tries for an open pull request without conflicts: `merge_commit_sha` until it is merged. */
export function testMerge(store: Store, pull: PullRequest): Commit | undefined {
  if (pull.state !== "OPEN") return undefined
  const merged = mergeCommits(store.git, pull.baseRefOid, pull.headRefOid)
  if ("conflicts" in merged) return undefined
  const parents = [pull.baseRefOid, pull.headRefOid]
  const dates = parents.map((oid) => commitOf(store.git, oid).committer.date)
  const author = { name: "GitHub", email: "noreply@github.com", date: dates.sort().at(-1) ?? "" }
  const message = `Merge ${pull.headRefOid} into ${pull.baseRefOid}`
  return store.git.derive(() =>
    writeCommit(store.git, { files: merged.files, parents, message, author }),
  )
}

export function mergeableState(
  store: Store,
  pull: PullRequest,
): "MERGEABLE" | "CONFLICTING" | "UNKNOWN" {
  // GitHub no longer computes mergeability after a pull request is merged.
  if (pull.state === "MERGED") return "UNKNOWN"
  return conflicts(store, pull) ? "CONFLICTING" : "MERGEABLE"
}

export function mergeStateStatus(store: Store, pull: PullRequest): string {
  if (pull.state !== "OPEN") return "UNKNOWN"
  if (conflicts(store, pull)) return "DIRTY"
  if (pull.isDraft) return "DRAFT"
  if (unmetRules(store, pull).length > 0) return "BLOCKED"
  // Optional checks block nothing, and the sandbox has no state BEHIND.
  const state = rollupState(store, { repositoryId: pull.repositoryId, oid: pull.headRefOid })
  return state === null || state === "SUCCESS" ? "CLEAN" : "UNSTABLE"
}

export const isBehind = (store: Store, pull: PullRequest): boolean =>
  !isAncestor(store.git, pull.baseRefOid, pull.headRefOid)

/** Null if there is no decision and no rule requires one. */
export function reviewDecision(
  store: Store,
  pull: PullRequest,
): "APPROVED" | "CHANGES_REQUESTED" | "REVIEW_REQUIRED" | null {
  const states = latestReviews(store, pull, true)
    .filter((review) => isByWriter(store, pull, review))
    .map((review) => review.state)
  if (states.includes("CHANGES_REQUESTED")) return "CHANGES_REQUESTED"
  const approvals = states.filter((state) => state === "APPROVED").length
  if (approvals < requiredApprovals(store, pull)) return "REVIEW_REQUIRED"
  return approvals > 0 ? "APPROVED" : null
}

/** The new position of a line of the file at `fromOid`, at the pull request's head; null if it changed. */
function currentLine(
  store: Store,
  pull: PullRequest,
  thread: ReviewThread,
  line: number,
): number | null {
  const side = thread.diffSide === "LEFT" ? pull.baseRefOid : pull.headRefOid
  const original = thread.originalCommitOid
  if (side === original) return line
  const before = filesOf(store.git, original).get(thread.path)
  const after = filesOf(store.git, side).get(thread.path)
  if (before?.oid === after?.oid) return line
  if (!after) return null
  return followLine(
    splitLines(textOf(store.git, before?.oid)),
    splitLines(textOf(store.git, after.oid)),
    line,
  )
}

export function threadPosition(
  store: Store,
  thread: ReviewThread,
): { line: number | null; startLine: number | null; isOutdated: boolean } {
  const pull = store.get("pullRequests", thread.pullRequestId)
  if (thread.originalLine === null) return { line: null, startLine: null, isOutdated: false }
  const line = currentLine(store, pull, thread, thread.originalLine)
  const startLine =
    thread.originalStartLine === null || line === null
      ? null
      : currentLine(store, pull, thread, thread.originalStartLine)
  return { line, startLine, isOutdated: line === null }
}

/** The tip of a branch, if repository and branch still exist. */
export function branchTip(
  store: Store,
  repositoryId: number | null,
  branch: string,
): string | undefined {
  return store.find("repositories", repositoryId)?.refs.get(`refs/heads/${branch}`)
}

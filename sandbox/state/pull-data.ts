import {
  type Commit,
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
} from "../git/index.js"
import {
  find,
  get,
  type PullRequest,
  type Review,
  type ReviewState,
  type ReviewThread,
  rowsBy,
  type World,
} from "../tables/index.js"
import { rollupState } from "./checks.js"
import { accountPermission, isAtLeast } from "./permissions.js"

/** The files that the pull request changes, by path. */
export const pullFiles = (world: World, pull: PullRequest): FileChange[] =>
  diffFromMergeBase(world.git, pull.baseRefOid, pull.headRefOid)

/** The commits of the pull request, the oldest first. */
export const pullCommits = (world: World, pull: PullRequest): Commit[] =>
  commitsBetween(world.git, pull.baseRefOid, pull.headRefOid)

export const filePatch = (
  world: World,
  pull: PullRequest,
  path: string,
): PatchLine[] | undefined => {
  const file = pullFiles(world, pull).find((change) => change.path === path)
  return file && patchOf(world.git, file)
}

export const conflicts = (world: World, pull: PullRequest): boolean =>
  "conflicts" in mergeCommits(world.git, pull.baseRefOid, pull.headRefOid)

export function mergeableState(
  world: World,
  pull: PullRequest,
): "MERGEABLE" | "CONFLICTING" | "UNKNOWN" {
  // GitHub stops computing it once a pull request is merged.
  if (pull.state === "MERGED") return "UNKNOWN"
  return conflicts(world, pull) ? "CONFLICTING" : "MERGEABLE"
}

export function mergeStateStatus(world: World, pull: PullRequest): string {
  if (pull.state !== "OPEN") return "UNKNOWN"
  if (conflicts(world, pull)) return "DIRTY"
  if (pull.isDraft) return "DRAFT"
  // No branch is protected: what fails or is pending blocks nothing, and nothing is behind.
  const state = rollupState(world, { repositoryId: pull.repositoryId, oid: pull.headRefOid })
  return state === null || state === "SUCCESS" ? "CLEAN" : "UNSTABLE"
}

export const isBehind = (world: World, pull: PullRequest): boolean =>
  !isAncestor(world.git, pull.baseRefOid, pull.headRefOid)

export const reviewsOf = (world: World, pull: PullRequest): Review[] =>
  rowsBy(world, "reviews", "pullRequest", pull.id)

const OPINIONS: readonly ReviewState[] = ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"]

/** The last review of each author, in order; `opinionated` leaves out mere comments. */
export function latestReviews(world: World, pull: PullRequest, opinionated: boolean): Review[] {
  const latest = new Map<number | null, Review>()
  for (const review of reviewsOf(world, pull)) {
    if (review.state === "PENDING") continue
    if (opinionated && !OPINIONS.includes(review.state)) continue
    latest.delete(review.authorId)
    latest.set(review.authorId, review)
  }
  return [...latest.values()]
}

/** Only the word of those who can merge counts. */
export function isByWriter(world: World, pull: PullRequest, review: Review): boolean {
  const author = find(world, "accounts", review.authorId)
  const repository = get(world, "repositories", pull.repositoryId)
  return author !== undefined && isAtLeast(accountPermission(world, author, repository), "WRITE")
}

/** Null where nobody has taken a position: the sandbox has no branch protection. */
export function reviewDecision(
  world: World,
  pull: PullRequest,
): "APPROVED" | "CHANGES_REQUESTED" | null {
  const states = latestReviews(world, pull, true)
    .filter((review) => isByWriter(world, pull, review))
    .map((review) => review.state)
  if (states.includes("CHANGES_REQUESTED")) return "CHANGES_REQUESTED"
  return states.includes("APPROVED") ? "APPROVED" : null
}

/** Where a line of the file at `fromOid` is at the pull request's head; null when it changed. */
function currentLine(
  world: World,
  pull: PullRequest,
  thread: ReviewThread,
  line: number,
): number | null {
  const side = thread.diffSide === "LEFT" ? pull.baseRefOid : pull.headRefOid
  const original = thread.originalCommitOid
  if (side === original) return line
  const before = filesOf(world.git, original).get(thread.path)
  const after = filesOf(world.git, side).get(thread.path)
  if (before === after) return line
  if (after === undefined) return null
  return followLine(
    splitLines(textOf(world.git, before)),
    splitLines(textOf(world.git, after)),
    line,
  )
}

export function threadPosition(
  world: World,
  thread: ReviewThread,
): { line: number | null; startLine: number | null; isOutdated: boolean } {
  const pull = get(world, "pullRequests", thread.pullRequestId)
  if (thread.originalLine === null) return { line: null, startLine: null, isOutdated: false }
  const line = currentLine(world, pull, thread, thread.originalLine)
  const startLine =
    thread.originalStartLine === null || line === null
      ? null
      : currentLine(world, pull, thread, thread.originalStartLine)
  return { line, startLine, isOutdated: line === null }
}

/** The tip of a branch, if repository and branch still exist. */
export function branchTip(
  world: World,
  repositoryId: number | null,
  branch: string,
): string | undefined {
  return find(world, "repositories", repositoryId)?.refs.get(`refs/heads/${branch}`)
}

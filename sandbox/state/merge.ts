import {
  commitsBetween,
  type Files,
  filesOf,
  mergeBase,
  mergeCommits,
  mergeFiles,
  type Signature,
  writeCommit,
} from "../git/index.js"
import {
  type Account,
  type MergeMethod,
  type PullRequest,
  type Repository,
  type Store,
  withEntry,
} from "../tables/index.js"
import { closedIssues } from "./closing.js"
import { unprocessable } from "./errors.js"
import { markClosed } from "./issues.js"
import { authorize } from "./permissions.js"
import { branchTip, endPull, pullCommits } from "./pull-data.js"
import { dropBranch, moveBranch } from "./refs.js"
import { requireMergeable } from "./rules.js"
import type { Session } from "./session.js"

export interface MergeOptions {
  mergeMethod: MergeMethod
  expectedHeadOid?: string | null
  commitHeadline?: string | null
  commitBody?: string | null
  authorEmail?: string | null
  /** Set by the merge queue, which may merge despite the rule that requires it. */
  viaQueue?: boolean
}

export function mergePullRequest(
  store: Session,
  pull: PullRequest,
  options: MergeOptions,
): PullRequest {
  const repository = authorize(store, pull, "contents", "WRITE")
  checkMergeable(store, pull, options)
  const now = store.clock.tick()
  const issues = closedIssues(store, pull)
  const oid = writeMerge(store, store.viewer.account, pull, options, now)
  store.update(repository, {
    mergeMethods: withEntry(repository.mergeMethods, store.viewer.account.id, options.mergeMethod),
  })
  endPull(store, pull, {
    state: "MERGED",
    mergedAt: now,
    closedAt: now,
    mergedById: store.viewer.account.id,
    mergeCommitOid: oid,
    updatedAt: now,
  })
  store.recordEvent("MergedEvent", pull, { commitOid: oid, mergeRefName: pull.baseRefName })
  store.recordEvent("ClosedEvent", pull)
  for (const issue of issues) {
    if (issue.state === "OPEN") markClosed(store, issue, "COMPLETED", { issueId: pull.id })
  }
  // The pull request is no longer open, so its own base keeps the commit before the merge.
  moveBranch(store, repository, pull.baseRefName, oid)
  if (repository.deleteBranchOnMerge && pull.headRepositoryId === repository.id) {
    dropBranch(store, repository, pull.headRefName)
  }
  return store.recordApplied("mergePullRequest", pull)
}

function checkMergeable(store: Session, pull: PullRequest, options: MergeOptions): void {
  const repository = store.get("repositories", pull.repositoryId)
  const refuse = (message: string) => unprocessable(message, "PullRequest", "unprocessable")
  if (pull.state === "MERGED") throw refuse("Pull Request is not mergeable")
  if (pull.state === "CLOSED") throw refuse("Pull Request is closed")
  if (pull.isDraft) throw refuse("Pull Request is still a draft")
  if (options.expectedHeadOid && options.expectedHeadOid !== pull.headRefOid) {
    throw refuse("Head branch was modified. Review and try the merge again.")
  }
  requireMethod(repository, options.mergeMethod)
  const clean = mergeCommits(store.git, pull.baseRefOid, pull.headRefOid)
  if ("conflicts" in clean) throw refuse("Pull Request has merge conflicts")
  requireMergeable(store, pull, options.viaQueue ?? false)
}

/** The merge methods that the repository allows, its default first. */
export function allowedMethods(repository: Repository): readonly MergeMethod[] {
  const allowed = {
    MERGE: repository.mergeCommitAllowed,
    SQUASH: repository.squashMergeAllowed,
    REBASE: repository.rebaseMergeAllowed,
  }
  return (["MERGE", "SQUASH", "REBASE"] as const).filter((method) => allowed[method])
}

/** @throws Refusal for a merge method that the repository does not allow */
export function requireMethod(repository: Repository, method: MergeMethod): void {
  if (allowedMethods(repository).includes(method)) return
  const names = { MERGE: "Merge commits", SQUASH: "Squash merges", REBASE: "Rebase merges" }
  throw unprocessable(
    `${names[method]} are not allowed on this repository.`,
    "PullRequest",
    "unprocessable",
  )
}

export const mergeHeadline = (store: Store, pull: PullRequest, method: string): string => {
  if (method === "SQUASH") return `${squashTitle(store, pull)} (#${pull.number})`
  if (method === "REBASE") return ""
  const owner = store.headOwner(pull)?.login ?? "unknown"
  return `Merge pull request #${pull.number} from ${owner}/${pull.headRefName}`
}

export const mergeBody = (store: Store, pull: PullRequest, method: string): string => {
  if (method === "REBASE") return ""
  if (method !== "SQUASH") return pull.title
  const commits = pullCommits(store, pull)
  return commits.length < 2 ? "" : commits.map((commit) => `* ${commit.message}`).join("\n\n")
}

/** A squashed pull request with a single commit gets that commit's message. */
function squashTitle(store: Store, pull: PullRequest): string {
  const [only, second] = pullCommits(store, pull)
  return only && !second ? (only.message.split("\n")[0] ?? pull.title) : pull.title
}

export const signatureOf = (account: Account, date: string, email?: string | null): Signature => ({
  name: account.name ?? account.login,
  email: email ?? account.email,
  date,
})

function writeMerge(
  store: Store,
  actor: Account,
  pull: PullRequest,
  options: MergeOptions,
  date: string,
): string {
  const merged = mergeCommits(store.git, pull.baseRefOid, pull.headRefOid)
  if ("conflicts" in merged) throw unprocessable("Pull Request has merge conflicts")
  const signature = signatureOf(actor, date, options.authorEmail)
  if (options.mergeMethod === "REBASE") return replay(store, pull, signature)
  const headline = options.commitHeadline ?? mergeHeadline(store, pull, options.mergeMethod)
  const body = options.commitBody ?? mergeBody(store, pull, options.mergeMethod)
  const squash = options.mergeMethod === "SQUASH"
  const author = store.find("accounts", pull.authorId)
  return writeCommit(store.git, {
    files: merged.files,
    parents: squash ? [pull.baseRefOid] : [pull.baseRefOid, pull.headRefOid],
    message: body === "" ? headline : `${headline}\n\n${body}`,
    author: squash && author ? signatureOf(author, date, options.authorEmail) : signature,
    committer: signature,
  }).oid
}

/** Applies the pull request's commits, one after the other, on top of the base. */
function replay(store: Store, pull: PullRequest, committer: Signature): string {
  let tip = pull.baseRefOid
  for (const commit of commitsBetween(store.git, pull.baseRefOid, pull.headRefOid)) {
    if (commit.parents.length > 1) continue
    const [parent] = commit.parents
    const before: Files = parent === undefined ? new Map() : filesOf(store.git, parent)
    const result = mergeFiles(
      store.git,
      before,
      filesOf(store.git, tip),
      filesOf(store.git, commit.oid),
    )
    if ("conflicts" in result) throw unprocessable("This branch can't be rebased due to conflicts")
    tip = writeCommit(store.git, {
      files: result.files,
      parents: [tip],
      message: commit.message,
      author: commit.author,
      committer,
    }).oid
  }
  return tip
}

/** Merges the base branch into the head branch. */
export function updatePullRequestBranch(
  store: Session,
  pull: PullRequest,
  options: { expectedHeadOid?: string | null; updateMethod?: "MERGE" | "REBASE" | null },
): PullRequest {
  const head = store.find("repositories", pull.headRepositoryId)
  if (!head || branchTip(store, head.id, pull.headRefName) === undefined) {
    throw unprocessable("Head branch does not exist")
  }
  authorize(store, head, "pull_requests", "WRITE")
  if (options.expectedHeadOid && options.expectedHeadOid !== pull.headRefOid) {
    throw unprocessable("expected head sha didn't match current head ref.")
  }
  if (mergeBase(store.git, pull.baseRefOid, pull.headRefOid) === pull.baseRefOid) {
    throw unprocessable("There are no new commits on the base branch.")
  }
  const merged = mergeCommits(store.git, pull.headRefOid, pull.baseRefOid)
  if ("conflicts" in merged) throw unprocessable("merge conflict between base and head")
  const signature = signatureOf(store.viewer.account, store.clock.tick())
  const oid =
    options.updateMethod === "REBASE"
      ? replay(store, pull, signature)
      : writeCommit(store.git, {
          files: merged.files,
          parents: [pull.headRefOid, pull.baseRefOid],
          message: `Merge branch '${pull.baseRefName}' into ${pull.headRefName}`,
          author: signature,
        }).oid
  moveBranch(store, head, pull.headRefName, oid)
  return store.recordApplied("updatePullRequestBranch", pull)
}

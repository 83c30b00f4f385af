import { filesOf, mergeFiles, writeCommit } from "../git/index.js"
import type { PullRequest } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { signatureOf } from "./merge.js"
import { authorize } from "./permissions.js"
import { branchTip } from "./pull-data.js"
import { openPullRequest } from "./pulls.js"
import { addRef, moveBranch } from "./refs.js"
import type { Session } from "./session.js"

/**
 * Opens a pull request that reverts a merged one, from a branch `revert-NUMBER-HEAD`.
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/reverting-a-pull-request
 */
export function revertPullRequest(
  store: Session,
  pull: PullRequest,
  input: { title?: string | null; body?: string | null; draft?: boolean | null },
): PullRequest {
  const repository = authorize(store, pull, "contents", "WRITE")
  if (pull.state !== "MERGED" || pull.mergeCommitOid === null) {
    throw unprocessable("Only merged pull requests can be reverted")
  }
  const tip = branchTip(store, repository.id, pull.baseRefName)
  if (tip === undefined) throw unprocessable("The base branch has been deleted")
  const undone = mergeFiles(
    store.git,
    filesOf(store.git, pull.mergeCommitOid),
    filesOf(store.git, tip),
    filesOf(store.git, pull.baseRefOid),
  )
  if ("conflicts" in undone) {
    throw unprocessable("This pull request couldn't be reverted because of conflicts")
  }
  const title = `Revert "${pull.title}"`
  const home = store.nameWithOwner(repository)
  const { oid } = writeCommit(store.git, {
    files: undone.files,
    parents: [tip],
    message: `${title}\n\nThis reverts commit ${pull.mergeCommitOid}.`,
    author: signatureOf(store.viewer.account, store.clock.tick()),
  })
  const branch = `revert-${pull.number}-${pull.headRefName}`
  addRef(store, repository, `refs/heads/${branch}`, tip)
  moveBranch(store, repository, branch, oid)
  const revert = openPullRequest(store, repository, {
    title: input.title ?? title,
    body: input.body ?? `Reverts ${home}#${pull.number}`,
    baseRefName: pull.baseRefName,
    headRefName: branch,
    draft: input.draft ?? false,
  })
  return store.recordApplied("revertPullRequest", revert)
}

import {
  type File,
  type Files,
  filesOf,
  isAlsoFolder,
  isAncestor,
  mergeCommits,
  type Signature,
  writeCommit,
  writeFile,
} from "../git/index.js"
import type { Repository } from "../tables/index.js"
import { notFound, notModelled, Refusal, unprocessable } from "./errors.js"
import { objectByOid } from "./git-nodes.js"
import { signatureOf } from "./merge.js"
import { authorize } from "./permissions.js"
import { branchTip } from "./pull-data.js"
import { moveBranch } from "./refs.js"
import { requirePush } from "./rules.js"
import type { Session } from "./session.js"

export interface NewCommit {
  branch: string
  /** Null for the first commit of a repository. */
  expectedHeadOid: string | null
  headline: string
  body: string | null
  additions: readonly { path: string; contents: Buffer }[]
  deletions: readonly { path: string }[]
  /** By default the committer. */
  author?: Partial<Signature>
  /** By default the viewer. */
  committer?: Partial<Signature>
}

/** Adds a commit to a branch, and returns its id. */
export function commitOnBranch(store: Session, repository: Repository, commit: NewCommit): string {
  authorize(store, repository, "contents", "WRITE")
  const { branch, expectedHeadOid } = commit
  const tip = branchTip(store, repository.id, branch)
  const isFirst = expectedHeadOid === null && repository.refs.size === 0
  if (tip === undefined && !isFirst)
    throw notFound(`Could not resolve to a Ref with the name '${branch}'.`)
  if (tip !== undefined && tip !== expectedHeadOid) {
    throw new Refusal(
      "STALE_DATA",
      `Expected branch to point to "${expectedHeadOid}" but it did not. Pull and try again.`,
    )
  }
  const files = tip === undefined ? new Map<string, File>() : filesOf(store.git, tip)
  for (const { path } of commit.deletions) {
    if (!files.delete(path)) {
      throw unprocessable(`A path was requested for deletion which does not exist: ${path}`)
    }
  }
  for (const { path, contents } of commit.additions) {
    if (!isValidPath(path)) throw unprocessable(`path is not valid: ${path}`)
    const before = files.get(path)
    if (before && before.mode !== "100644") {
      throw notModelled(
        "a change to the content of an executable file or a link, except by a new tree",
      )
    }
    files.set(path, writeFile(store.git, contents))
  }
  if (commit.additions.some(({ path }) => isAlsoFolder(files, path))) {
    throw notModelled(
      "a file that replaces a folder, or a folder that replaces a file, except by a new tree",
    )
  }
  const message = commit.body ? `${commit.headline}\n\n${commit.body}` : commit.headline
  const parents = tip === undefined ? [] : [tip]
  const { author, committer } = commit
  const pushed = { files, parents, message, author, committer }
  const oid = push(store, repository, branch, pushed)
  store.recordApplied("createCommitOnBranch", repository)
  return oid
}

/** Adds the first commit of a new repository, with a README. */
export const readmeOf = ({ name, description }: Repository): string =>
  `${[`# ${name}`, ...(description ? [description] : [])].join("\n")}\n`

export function addFirstFiles(
  store: Session,
  repository: Repository,
  texts: Readonly<Record<string, string>>,
): void {
  const files = new Map(
    Object.entries(texts).map(([path, content]) => [path, writeFile(store.git, content)]),
  )
  const commit = { files, parents: [], message: "Initial commit" }
  if (files.size > 0) push(store, repository, repository.defaultBranch, commit)
}

/**
 * Merges a branch or a commit into a branch, and returns the id of the merge commit; null if there is nothing to
 * merge.
 */
export function mergeIntoBranch(
  store: Session,
  repository: Repository,
  merge: { base: string; head: string; message: string | null },
): string | null {
  authorize(store, repository, "contents", "WRITE")
  const { base, head } = merge
  const tip = branchTip(store, repository.id, base)
  if (tip === undefined) throw notFound("Base does not exist")
  const other = branchTip(store, repository.id, head) ?? objectByOid(store, repository, head)?.oid
  if (other === undefined || !store.git.commits.has(other)) throw notFound("Head does not exist")
  if (isAncestor(store.git, other, tip)) return null
  const merged = mergeCommits(store.git, tip, other)
  if ("conflicts" in merged) throw unprocessable("Merge conflict")
  const message = merge.message ?? `Merge ${head} into ${base}`
  const { files } = merged
  const oid = push(store, repository, base, { files, parents: [tip, other], message })
  store.recordApplied("mergeBranch", repository)
  return oid
}

/** Writes a commit, by default by the viewer, and moves the branch to it. */
function push(
  store: Session,
  repository: Repository,
  branch: string,
  commit: {
    files: Files
    parents: readonly string[]
    message: string
    author?: Partial<Signature> | undefined
    committer?: Partial<Signature> | undefined
  },
): string {
  const own = signatureOf(store.viewer.account, store.clock.tick())
  const committer = { ...own, ...commit.committer }
  const author = commit.author ? { ...own, ...commit.author } : committer
  const { oid } = writeCommit(store.git, { ...commit, author, committer })
  requirePush(store, repository, { ref: `refs/heads/${branch}`, change: "update", oid })
  moveBranch(store, repository, branch, oid)
  return oid
}

/** Names separated by single slashes, none of which is `.`, `..` or, in any case, `.git`. */
export const isValidPath = (path: string): boolean => VALID_PATH.test(path)

const VALID_PATH = /^(?!\/)(?:(?!\.{1,2}(?:\/|$)|\.[gG][iI][tT](?:\/|$))[^/\0]+(?:\/(?!$)|$))+$/

import {
  type Commit,
  commitChanges,
  type FileChange,
  isBinaryChange,
  mailPatches,
  patchOf,
  type Signature,
  type Tag,
} from "../../git/index.js"
import type { Answer } from "../../http/index.js"
import { commitNode, gitNodeId, webUrl } from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import { NotModelled, type RestRequest, textAnswer, type View } from "../route/index.js"
import { repositoryUrl } from "./common.js"
import { simpleUser } from "./user.js"

/** A commit inside runs and check suites. */
export const simpleCommit = (commit: Commit) => ({
  id: commit.oid,
  tree_id: commit.treeOid,
  message: commit.message,
  timestamp: commit.committer.date,
  author: person(commit.author),
  committer: person(commit.committer),
})

const person = ({ name, email }: Signature) => ({ name, email })

/** A commit as Git has it. */
export function gitCommitShape(view: View, repository: Repository, commit: Commit) {
  const { sha, node_id, html_url, parents, commit: own } = commitShape(view, repository, commit)
  const { comment_count: _, ...others } = own
  const urlOf = (oid: string) => `${repositoryUrl(view, repository)}/git/commits/${oid}`
  return {
    ...{ sha, node_id, html_url, ...others },
    parents: parents.map((one) => ({ ...one, url: urlOf(one.sha) })),
  }
}

const signatureShape = ({ name, email, date }: Signature) => ({ name, email, date })

/** The sandbox has no keys, so it cannot verify a signature. */
function verificationOf({ headers = "" }: Commit) {
  const lines = /^gpgsig (.*(?:\n .*)*)$/m.exec(headers)?.[1]
  if (lines === undefined) return UNSIGNED
  return { ...UNSIGNED, reason: "unknown_key", signature: lines.replace(/\n /g, "\n") }
}

const UNSIGNED = {
  verified: false,
  reason: "unsigned",
  signature: null,
  payload: null,
  verified_at: null,
}

/** An annotated tag as Git has it. */
export function gitTagShape(view: View, repository: Repository, tag: Tag) {
  const { oid: sha, name, message, tagger, object, type } = tag
  const base = `${repositoryUrl(view, repository)}/git`
  return {
    node_id: gitNodeId({ kind: "Tag", repositoryId: repository.id, oid: sha }),
    tag: name,
    sha,
    url: `${base}/tags/${sha}`,
    message,
    tagger: signatureShape(tagger),
    object: { sha: object, type, url: `${base}/${type}s/${object}` },
    verification: UNSIGNED,
  }
}

export function commitShape(view: View, repository: Repository, commit: Commit) {
  const base = repositoryUrl(view, repository)
  const url = `${base}/commits/${commit.oid}`
  const page = webUrl(view.store, repository)
  return {
    sha: commit.oid,
    node_id: gitNodeId(commitNode(repository.id, commit.oid)),
    commit: {
      author: signatureShape(commit.author),
      committer: signatureShape(commit.committer),
      message: commit.message,
      tree: { sha: commit.treeOid, url: `${base}/git/trees/${commit.treeOid}` },
      url: `${base}/git/commits/${commit.oid}`,
      comment_count: 0,
      verification: verificationOf(commit),
    },
    url,
    html_url: `${page}/commit/${commit.oid}`,
    comments_url: `${url}/comments`,
    author: personShape(view, commit.author.email),
    committer: personShape(view, commit.committer.email),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${base}/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
  }
}

/** Maximum number of a commit's files on a page, and in total. */
const FILES_PER_PAGE = 300
const MOST_FILES = 3000

/** A commit with its changes, paged if there are many files. */
export function commitPage(request: RestRequest, repository: Repository, commit: Commit): Answer {
  const files = commitChanges(request.store.git, commit)
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  return request.page(
    files.slice(0, MOST_FILES),
    (_, file) => fileShape(request, repository, commit.oid, file),
    (shown) => ({
      ...commitShape(request, repository, commit),
      stats: { total: additions + deletions, additions, deletions },
      files: shown,
    }),
    { defaultPerPage: FILES_PER_PAGE },
  )
}

const STATUS = {
  ADDED: "added",
  DELETED: "removed",
  MODIFIED: "modified",
  RENAMED: "renamed",
  CHANGED: "changed",
} as const

/** A changed file, as of the commit `head`. */
export function fileShape(view: View, repository: Repository, head: string, file: FileChange) {
  const page = webUrl(view.store, repository)
  const path = file.path.split("/").map(encodeURIComponent).join("/")
  const patch = patchOf(view.store.git, file)
  return {
    sha: (file.after ?? file.before)?.oid ?? null,
    filename: file.path,
    status: STATUS[file.changeType],
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${head}/${path}`,
    raw_url: `${page}/raw/${head}/${path}`,
    contents_url: `${repositoryUrl(view, repository)}/contents/${path}?ref=${head}`,
    ...(patch.length > 0 && { patch: patch.map((line) => line.text).join("\n") }),
    ...(file.previousPath !== null && { previous_filename: file.previousPath }),
  }
}

/** Commits as mail, for the media type `patch`. Git sends no merges. */
export function patchAnswer({ store: { git } }: View, all: readonly Commit[]): Answer {
  const commits = all.filter(({ parents }) => parents.length < 2)
  const changes = commits.flatMap((commit) => commitChanges(git, commit))
  if (changes.some((change) => isBinaryChange(git, change))) {
    throw new NotModelled("patches of binary files")
  }
  return textAnswer("patch", mailPatches(git, commits))
}

function personShape(view: View, email: string) {
  const account = view.store.rowBy("accounts", "email", email)
  return account ? simpleUser(view, account) : null
}

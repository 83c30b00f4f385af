/** Changes of single files: https://docs.github.com/rest/repos/contents */
import { type Static, Type } from "typebox"
import { commitOf, filesOf } from "../../git/index.js"
import { answer, ok } from "../../http/index.js"
import { authorize, branchTip, commitOnBranch } from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import {
  bytesOfBase64,
  missing,
  person,
  type RestRequest,
  refuse,
  routesOf,
  signatureIn,
} from "../route/index.js"
import { entryShape, gitCommitShape } from "../shapes/index.js"

const change = {
  message: Type.String(),
  sha: Type.Optional(Type.String()),
  branch: Type.Optional(Type.String()),
  author: Type.Optional(person),
  committer: Type.Optional(person),
}
const fileChange = Type.Object({ ...change, content: Type.String() })
const removal = Type.Object(change)

const FILE = "/repos/{owner}/{repo}/contents/{path}"

export const fileRoutes = routesOf({
  [`PUT ${FILE}`]: (request) => {
    const body = request.read("Content", fileChange)
    const file = fileIn(request, body.branch)
    requireSha(file, body.sha)
    const contents = bytesOfBase64(body.content)
    const { path, branch, repository, oid } = file
    const commit = commitFile(request, file, body, { additions: [{ path, contents }] })
    const now = filesOf(request.store.git, commit.oid).get(path)?.oid ?? ""
    return answer(oid === undefined ? 201 : 200, {
      content: entryShape(request, repository, { path, oid: now }, "file", branch),
      commit: gitCommitShape(request, repository, commit),
    })
  },

  [`DELETE ${FILE}`]: (request) => {
    const body = request.read("Content", removal)
    const file = fileIn(request, body.branch)
    if (file.oid === undefined) throw missing()
    requireSha(file, body.sha)
    const commit = commitFile(request, file, body, { deletions: [{ path: file.path }] })
    return ok({ content: null, commit: gitCommitShape(request, file.repository, commit) })
  },
})

interface BranchFile {
  readonly repository: Repository
  readonly branch: string
  /** Null in a repository without commits. */
  readonly tip: string | null
  readonly path: string
  /** Undefined if the file does not exist. */
  readonly oid: string | undefined
}

function fileIn(request: RestRequest, named: string | undefined): BranchFile {
  const { store, params } = request
  const repository = request.repository()
  authorize(store, repository, "contents", "WRITE")
  const branch = (named ?? repository.defaultBranch).replace(/^refs\/heads\//, "")
  const isEmpty = repository.refs.size === 0 && branch === repository.defaultBranch
  const tip = branchTip(store, repository.id, branch) ?? (isEmpty ? null : undefined)
  if (tip === undefined) throw refuse(404, `Branch ${branch} not found`)
  const path = params.path ?? ""
  const oid = tip === null ? undefined : filesOf(store.git, tip).get(path)?.oid
  return { repository, branch, tip, path, oid }
}

/** An existing file is only changed by someone who knows its content. */
function requireSha({ path, oid }: BranchFile, sha: string | undefined): void {
  if (oid === undefined) return
  if (sha === undefined) throw refuse(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
  if (sha !== oid) throw refuse(409, `${path} does not match ${sha}`)
}

type Changes = Partial<Pick<Parameters<typeof commitOnBranch>[2], "additions" | "deletions">>

function commitFile(
  { store }: RestRequest,
  { repository, branch, tip: expectedHeadOid }: BranchFile,
  { message, author, committer }: Static<typeof removal>,
  changes: Changes,
) {
  const none = { body: null, additions: [], deletions: [] }
  const commit = {
    ...{ branch, expectedHeadOid, headline: message, ...none, ...changes },
    ...(author && { author: signatureIn(author) }),
    ...(committer && { committer: signatureIn(committer) }),
  }
  return commitOf(store.git, commitOnBranch(store, repository, commit))
}

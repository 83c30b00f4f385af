/** Blobs, trees and commits, without a branch: https://docs.github.com/rest/git */
import { type Static, Type } from "typebox"
import { commitOf, filesIn } from "../../git/index.js"
import { answer, ok } from "../../http/index.js"
import {
  authorize,
  createBlob,
  createCommit,
  createTree,
  isValidPath,
  objectByExpression,
  objectByOid,
  signatureOf,
} from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import {
  bytesOfBase64,
  missing,
  NotModelled,
  type RestRequest,
  readBody,
  refuse,
  repositoryIn,
  routesOf,
} from "../route/index.js"
import { blobShape, gitCommitShape, rawAnswer, repositoryUrl, treeShape } from "../shapes/index.js"

const newBlob = Type.Object({
  content: Type.String(),
  encoding: Type.Optional(Type.Enum(["utf-8", "base64"])),
})

const FILE_MODE = "100644"
const FOLDER_MODE = "040000"

const newEntry = Type.Object({
  path: Type.String(),
  mode: Type.Optional(Type.Enum([FILE_MODE, "100755", FOLDER_MODE, "160000", "120000"])),
  type: Type.Optional(Type.Enum(["blob", "tree", "commit"])),
  sha: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  content: Type.Optional(Type.String()),
})
type NewEntry = Static<typeof newEntry>

const newTree = Type.Object({ tree: Type.Array(newEntry), base_tree: Type.Optional(Type.String()) })

const person = Type.Object({
  name: Type.String(),
  email: Type.String(),
  date: Type.Optional(Type.String({ format: "date-time" })),
})

const newCommit = Type.Object({
  message: Type.String(),
  tree: Type.String(),
  parents: Type.Optional(Type.Array(Type.String())),
  author: Type.Optional(person),
  committer: Type.Optional(Type.Partial(person)),
  signature: Type.Optional(Type.String()),
})

const GIT = "/repos/{owner}/{repo}/git"

export const gitObjectRoutes = routesOf({
  [`GET ${GIT}/blobs/{file_sha}`]: (request) => {
    const repository = repositoryIn(request)
    checkOid("sha", request.params.file_sha ?? "")
    const oid = objectIn(request, repository, "file_sha", "Blob")
    if (request.media.is("raw")) return rawAnswer(request, { oid })
    return ok(blobShape(request, repository, oid))
  },

  [`POST ${GIT}/blobs`]: (request) => {
    const repository = writableIn(request)
    const { content, encoding } = readBody(request, "Blob", newBlob)
    const bytes = encoding === "base64" ? bytesOfBase64(content) : Buffer.from(content)
    const sha = createBlob(request.store, request.viewer, repository, bytes)
    const url = `${repositoryUrl(request, repository)}/git/blobs/${sha}`
    return answer(201, { sha, url }, { location: url })
  },

  [`GET ${GIT}/trees/{tree_sha}`]: (request) => {
    const repository = repositoryIn(request)
    const name = request.params.tree_sha ?? ""
    const named = objectByExpression(request.store, repository, name)
    const oid = treeOf(request, repository, named?.oid ?? name)
    if (oid === undefined) throw missing()
    // Any value, `0` and `false` too, lists subtrees.
    return ok(treeShape(request, repository, oid, request.query.has("recursive")))
  },

  [`POST ${GIT}/trees`]: (request) => {
    const repository = writableIn(request)
    const { tree, base_tree: base } = readBody(request, "Tree", newTree)
    const { git } = request.store
    if (base !== undefined) requireTree(request, repository, base)
    if (tree.length === 0) throw refuse(422, "Invalid tree info")
    const files = base === undefined ? new Map<string, string>() : filesIn(git, base)
    for (const entry of tree) applyEntry(request, repository, files, entry)
    const sha = createTree(request.store, request.viewer, repository, files)
    const shape = treeShape(request, repository, sha, false)
    return answer(201, shape, { location: shape.url })
  },

  [`GET ${GIT}/commits/{commit_sha}`]: (request) => {
    const repository = repositoryIn(request)
    const oid = objectIn(request, repository, "commit_sha", "Commit")
    return ok(gitCommitShape(request, repository, commitOf(request.store.git, oid)))
  },

  [`POST ${GIT}/commits`]: (request) => {
    const { store, viewer } = request
    const repository = writableIn(request)
    const body = readBody(request, "Commit", newCommit)
    if (body.signature !== undefined) throw new NotModelled("a commit with a signature")
    checkOid("tree", body.tree)
    const isThere = (oid: string, kind: string) =>
      objectByOid(store, repository, oid)?.kind === kind
    if (!isThere(body.tree, "Tree")) throw refuse(422, "Tree SHA does not exist")
    const parents = body.parents ?? []
    if (!parents.every((oid) => isThere(oid, "Commit"))) {
      throw refuse(422, "Parent SHA does not exist or is not a commit object")
    }
    const now = store.clock.tick()
    const signature = (given: Static<typeof person> | undefined) =>
      given && { ...given, date: given.date ? wholeSeconds(given.date) : now }
    const author = signature(body.author) ?? signatureOf(viewer.account, now)
    const oid = createCommit(store, viewer, repository, {
      files: filesIn(store.git, body.tree),
      parents,
      message: body.message,
      author,
      committer: signature(wholeCommitter(body.committer)) ?? author,
    })
    const shape = gitCommitShape(request, repository, commitOf(store.git, oid))
    return answer(201, shape, { location: shape.url })
  },
})

function writableIn(request: RestRequest): Repository {
  const repository = repositoryIn(request)
  authorize(request.store, request.viewer, repository, "contents", "WRITE")
  if (repository.refs.size === 0) throw refuse(409, "Git Repository is empty.")
  return repository
}

function objectIn(
  { store, params }: RestRequest,
  repository: Repository,
  parameter: "file_sha" | "commit_sha",
  kind: "Blob" | "Commit",
): string {
  const found = objectByOid(store, repository, params[parameter] ?? "")
  if (found?.kind !== kind) throw missing()
  return found.oid
}

/** The tree with this id, or of the commit with this id. */
function treeOf({ store }: RestRequest, repository: Repository, oid: string): string | undefined {
  const found = objectByOid(store, repository, oid)
  if (found?.kind === "Commit") return commitOf(store.git, found.oid).treeOid
  return found?.kind === "Tree" ? found.oid : undefined
}

function requireTree({ store }: RestRequest, repository: Repository, base: string): void {
  const kind = objectByOid(store, repository, base)?.kind
  // GitHub documents a tree here; reports differ on whether it accepts a commit.
  if (kind === "Commit") throw new NotModelled("a commit as `base_tree`: use its tree")
  if (kind !== "Tree") throw refuse(422, "base_tree is not a valid tree oid")
}

/** Adds, replaces or, with a `sha` of null, deletes a file or a folder. */
function applyEntry(
  request: RestRequest,
  repository: Repository,
  files: Map<string, string>,
  { path, mode = FILE_MODE, type, sha, content }: NewEntry,
): void {
  const { store } = request
  if (path.startsWith("/")) throw refuse(422, "tree.path cannot start with a slash")
  if (!isValidPath(path)) throw refuse(422, "tree.path contains a malformed path component")
  if (mode !== FILE_MODE && mode !== FOLDER_MODE) {
    throw new NotModelled(`entries of mode ${mode}: only ${FILE_MODE} and ${FOLDER_MODE}`)
  }
  const isFolder = mode === FOLDER_MODE
  if (type !== undefined && type !== (isFolder ? "tree" : "blob")) {
    throw refuse(422, `tree.mode ${mode} and tree.type ${type} do not match`)
  }
  if ((sha === undefined) === (content === undefined) || (isFolder && sha === undefined)) {
    throw refuse(422, "Invalid tree info")
  }
  const inner = [...files.keys()].filter((one) => one === path || one.startsWith(`${path}/`))
  for (const one of inner) files.delete(one)
  if (sha === null) {
    if (inner.length === 0) throw refuse(422, "GitRPC::BadObjectState")
    return
  }
  // A file in the place of one of its folders.
  const parts = path.split("/")
  for (let end = 1; end < parts.length; end++) files.delete(parts.slice(0, end).join("/"))
  if (sha === undefined) {
    files.set(path, createBlob(store, request.viewer, repository, Buffer.from(content ?? "")))
    return
  }
  const kind = isFolder ? "Tree" : "Blob"
  if (objectByOid(store, repository, sha)?.kind !== kind) {
    throw refuse(422, `tree.sha ${sha} is not a valid ${kind.toLowerCase()}`)
  }
  if (!isFolder) files.set(path, sha)
  else for (const [name, oid] of filesIn(store.git, sha)) files.set(`${path}/${name}`, oid)
}

function checkOid(parameter: string, oid: string): void {
  if (/^[0-9a-f]{40}$/.test(oid)) return
  throw refuse(
    422,
    `The ${parameter} parameter must be exactly 40 characters and contain only [0-9a-f].`,
  )
}

/** GitHub describes every property as optional, and not where it takes the others from. */
function wholeCommitter(given: Partial<Static<typeof person>> | undefined) {
  if (given === undefined) return undefined
  const { name, email } = given
  if (name === undefined || email === undefined) {
    throw new NotModelled("a committer without a name or an email address")
  }
  return { ...given, name, email }
}

/** Git stores whole seconds since 1970. */
function wholeSeconds(date: string): string {
  const time = Date.parse(date)
  if (!(time >= 0 && time <= Date.parse("9999-12-31T23:59:59Z"))) {
    throw new NotModelled(`the date ${date}: only whole seconds from 1970 to 9999`)
  }
  return `${new Date(time).toISOString().slice(0, "2025-01-01T00:00:00".length)}Z`
}

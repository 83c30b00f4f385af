/** Blobs, trees, commits and annotated tags, without a ref: https://docs.github.com/rest/git */
import { type Static, Type } from "typebox"
import { commitOf, FILE_MODES, type File, filesIn, foldersOf, tagOf } from "../../git/index.js"
import { answer, ok } from "../../http/index.js"
import {
  authorize,
  commitBy,
  createBlob,
  createCommit,
  createTag,
  createTree,
  isValidPath,
  isValidRef,
  type ObjectNode,
  objectByOid,
  signatureOf,
} from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import {
  bytesOfBase64,
  invalid,
  missing,
  NotModelled,
  person,
  type RestRequest,
  refuse,
  routesOf,
  signatureIn,
} from "../route/index.js"
import {
  blobShape,
  FOLDER,
  gitCommitShape,
  gitTagShape,
  rawAnswer,
  repositoryUrl,
  treeShape,
} from "../shapes/index.js"

const newBlob = Type.Object({
  content: Type.String(),
  encoding: Type.Optional(Type.Enum(["utf-8", "base64"])),
})

const SUBMODULE = "160000"

const newEntry = Type.Object({
  path: Type.String(),
  mode: Type.Optional(Type.Enum([...FILE_MODES, FOLDER, SUBMODULE])),
  type: Type.Optional(Type.Enum(["blob", "tree", "commit"])),
  sha: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  content: Type.Optional(Type.String()),
})
type NewEntry = Static<typeof newEntry>

const newTree = Type.Object({ tree: Type.Array(newEntry), base_tree: Type.Optional(Type.String()) })

const newCommit = Type.Object({
  message: Type.String(),
  tree: Type.String(),
  parents: Type.Optional(Type.Array(Type.String())),
  author: Type.Optional(person),
  committer: Type.Optional(Type.Partial(person)),
  signature: Type.Optional(Type.String()),
})

const newTag = Type.Object({
  tag: Type.String(),
  message: Type.String(),
  object: Type.String(),
  type: Type.Enum(["commit", "tree", "blob"]),
  tagger: Type.Optional(person),
})

const GIT = "/repos/{owner}/{repo}/git"

export const gitObjectRoutes = routesOf({
  [`GET ${GIT}/blobs/{file_sha}`]: (request) => {
    const repository = request.repository()
    const oid = request.params.file_sha ?? ""
    checkOid("sha", oid)
    requireObject(request, repository, "Blob", oid)
    if (request.media.is("raw")) return rawAnswer(request, { oid })
    return ok(blobShape(request, repository, oid))
  },

  [`POST ${GIT}/blobs`]: (request) => {
    const repository = writableIn(request)
    const { content, encoding } = request.read("Blob", newBlob)
    const bytes = encoding === "base64" ? bytesOfBase64(content) : Buffer.from(content)
    const sha = createBlob(request.store, repository, bytes)
    const url = `${repositoryUrl(request, repository)}/git/blobs/${sha}`
    return answer(201, { sha, url }, { location: url })
  },

  [`GET ${GIT}/trees/{tree_sha}`]: (request) => {
    const { store, params, query } = request
    const repository = request.repository()
    const name = params.tree_sha ?? ""
    const commit = commitBy(store, repository, name)
    const oid = commit === undefined ? name : commitOf(store.git, commit).treeOid
    requireObject(request, repository, "Tree", oid)
    // Any value, `0` and `false` too, lists subtrees.
    return ok(treeShape(request, repository, oid, query.has("recursive")))
  },

  [`POST ${GIT}/trees`]: (request) => {
    const { store } = request
    const repository = writableIn(request)
    const { tree, base_tree } = request.read("Tree", newTree)
    const base = base_tree === undefined ? undefined : baseTree(request, repository, base_tree)
    if (tree.length === 0) throw refuse(422, "Invalid tree info")
    const files = base === undefined ? new Map<string, File>() : filesIn(store.git, base)
    for (const entry of tree) applyEntry(request, repository, files, entry)
    const sha = createTree(store, repository, files)
    return request.created(treeShape(request, repository, sha, false))
  },

  [`GET ${GIT}/commits/{commit_sha}`]: (request) => {
    const repository = request.repository()
    const oid = request.params.commit_sha ?? ""
    requireObject(request, repository, "Commit", oid)
    return ok(gitCommitShape(request, repository, commitOf(request.store.git, oid)))
  },

  [`POST ${GIT}/commits`]: (request) => {
    const { store, viewer } = request
    const repository = writableIn(request)
    const body = request.read("Commit", newCommit)
    if (body.signature !== undefined) throw new NotModelled("a commit with a signature")
    checkOid("tree", body.tree)
    const is = (kind: ObjectNode["kind"]) => (oid: string) =>
      hasObject(request, repository, kind, oid)
    if (!is("Tree")(body.tree)) throw refuse(422, "Tree SHA does not exist")
    const { message, parents = [] } = body
    if (!parents.every(is("Commit"))) {
      throw refuse(422, "Parent SHA does not exist or is not a commit object")
    }
    const now = store.clock.tick()
    const author = { ...signatureOf(viewer.account, now), ...signatureIn(body.author ?? {}) }
    const { name, email } = author
    const committer = body.committer && { name, email, date: now, ...signatureIn(body.committer) }
    const oid = createCommit(store, repository, body.tree, {
      ...{ parents, message, author },
      ...(committer && { committer }),
    })
    return request.created(gitCommitShape(request, repository, commitOf(store.git, oid)))
  },

  [`GET ${GIT}/tags/{tag_sha}`]: (request) => {
    const repository = request.repository()
    const oid = request.params.tag_sha ?? ""
    requireObject(request, repository, "Tag", oid)
    return ok(gitTagShape(request, repository, tagOf(request.store.git, oid)))
  },

  [`POST ${GIT}/tags`]: (request) => {
    const { store, viewer } = request
    const repository = writableIn(request)
    const { tag: name, message, object, type, tagger } = request.read("Tag", newTag)
    if (!isValidRef(`refs/tags/${name}`)) throw invalid("Tag", "tag")
    if (!hasObject(request, repository, KIND[type], object)) {
      throw refuse(422, `Object does not exist or is not a ${type}`)
    }
    const now = store.clock.tick()
    const oid = createTag(store, repository, {
      ...{ name, message, object, type },
      tagger: { ...signatureOf(viewer.account, now), ...signatureIn(tagger ?? {}) },
    })
    return request.created(gitTagShape(request, repository, tagOf(store.git, oid)))
  },
})

const KIND = { blob: "Blob", tree: "Tree", commit: "Commit" } as const

function writableIn(request: RestRequest): Repository {
  const repository = request.repository()
  authorize(request.store, repository, "contents", "WRITE")
  return repository
}

const hasObject = (
  { store }: RestRequest,
  repository: Repository,
  kind: ObjectNode["kind"],
  oid: string,
): boolean => objectByOid(store, repository, oid)?.kind === kind

function requireObject(...object: Parameters<typeof hasObject>): void {
  if (!hasObject(...object)) throw missing()
}

/** The tree with this id, or of the commit with this id. */
function baseTree(request: RestRequest, repository: Repository, oid: string): string {
  const { git } = request.store
  const base = hasObject(request, repository, "Commit", oid) ? commitOf(git, oid).treeOid : oid
  if (hasObject(request, repository, "Tree", base)) return base
  throw refuse(422, "base_tree is not a valid tree oid")
}

/** Adds, replaces or, with a `sha` of null, deletes a file or a folder. */
function applyEntry(
  request: RestRequest,
  repository: Repository,
  files: Map<string, File>,
  { path, mode = "100644", type, sha, content }: NewEntry,
): void {
  const { git } = request.store
  if (path.startsWith("/")) throw refuse(422, "tree.path cannot start with a slash")
  if (!isValidPath(path)) throw refuse(422, "tree.path contains a malformed path component")
  if (mode === SUBMODULE) throw new NotModelled("submodules")
  const isFolder = mode === FOLDER
  const wanted = isFolder ? "tree" : "blob"
  if (type !== undefined && type !== wanted) {
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
  if (sha !== undefined && !hasObject(request, repository, KIND[wanted], sha)) {
    throw refuse(422, `tree.sha ${sha} is not a valid ${wanted}`)
  }
  // A file in the place of one of its folders.
  for (const folder of foldersOf(path)) files.delete(folder)
  if (!isFolder)
    files.set(path, {
      mode,
      oid: sha ?? createBlob(request.store, repository, Buffer.from(content ?? "")),
    })
  else for (const [name, file] of filesIn(git, sha ?? "")) files.set(`${path}/${name}`, file)
}

function checkOid(parameter: string, oid: string): void {
  if (/^[0-9a-f]{40}$/.test(oid)) return
  throw refuse(
    422,
    `The ${parameter} parameter must be exactly 40 characters and contain only [0-9a-f].`,
  )
}

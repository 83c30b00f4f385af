import { FOLDER_MODE, isFolder, isLink, type TreeEntry, textOf } from "../../git/index.js"
import { gitNodeId, webUrl } from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import { type RestRequest, textAnswer, type View } from "../route/index.js"
import { repositoryUrl } from "./common.js"

interface Entry {
  path: string
  oid: string
}

/** The bytes of a file, for the media type `raw`. */
export function rawAnswer({ store }: RestRequest, { oid }: Pick<Entry, "oid">) {
  return textAnswer("raw+json", store.git.blobs.get(oid) ?? Buffer.alloc(0))
}

/** https://docs.github.com/rest/repos/contents#get-repository-content */
const MOST_ENCODED_BYTES = 1024 * 1024
const MOST_LISTED = 1000

export function contentShape(request: RestRequest, repository: Repository, entry: Entry) {
  const shape = entryShape(request, repository, entry, "file")
  if (shape.size > MOST_ENCODED_BYTES) return { ...shape, content: "", encoding: "none" }
  return { ...shape, ...encoded(request, entry.oid) }
}

function encoded({ store }: View, oid: string) {
  const bytes = store.git.blobs.get(oid) ?? Buffer.alloc(0)
  // GitHub breaks base64 into lines of sixty characters.
  const content = bytes.toString("base64").replace(/.{1,60}/g, "$&\n")
  return { size: bytes.length, content, encoding: "base64" }
}

export const blobShape = (view: View, repository: Repository, oid: string) => ({
  sha: oid,
  node_id: gitNodeId({ kind: "Blob", repositoryId: repository.id, oid }),
  url: `${repositoryUrl(view, repository)}/git/blobs/${oid}`,
  ...encoded(view, oid),
})

/** The mode of folders over REST. */
export const FOLDER = `0${FOLDER_MODE}` as const

/** Maximum number of entries of a tree with its subtrees. */
const MOST_ENTRIES = 100_000

/** A tree as Git has it; with `isRecursive`, each subtree is followed by its entries. */
export function treeShape(view: View, repository: Repository, oid: string, isRecursive: boolean) {
  const { git } = view.store
  const base = `${repositoryUrl(view, repository)}/git`
  const entriesOf = (tree: string, folder: string): object[] =>
    (git.trees.get(tree) ?? []).flatMap(({ name, mode, oid: sha }) => {
      const path = folder + name
      if (mode !== FOLDER_MODE) {
        const size = git.blobs.get(sha)?.length ?? 0
        return [{ path, mode, type: "blob", sha, size, url: `${base}/blobs/${sha}` }]
      }
      const entry = { path, mode: FOLDER, type: "tree", sha, url: `${base}/trees/${sha}` }
      return [entry, ...(isRecursive ? entriesOf(sha, `${path}/`) : [])]
    })
  const all = entriesOf(oid, "")
  const tree = isRecursive ? all.slice(0, MOST_ENTRIES) : all
  return { sha: oid, url: `${base}/trees/${oid}`, tree, truncated: tree.length < all.length }
}

export function directoryShape(request: RestRequest, repository: Repository, folder: Entry) {
  const entries = request.store.git.trees.get(folder.oid) ?? []
  return entries.slice(0, MOST_LISTED).map((one) => {
    const path = folder.path === "" ? one.name : `${folder.path}/${one.name}`
    const entry = { path, oid: one.oid }
    return entryShape(request, repository, entry, typeOf(one))
  })
}

export function linkShape(request: RestRequest, repository: Repository, entry: Entry) {
  const target = textOf(request.store.git, entry.oid)
  return { ...entryShape(request, repository, entry, "symlink"), target }
}

type EntryType = "file" | "dir" | "symlink"

function typeOf(entry: TreeEntry): EntryType {
  if (isLink(entry)) return "symlink"
  return isFolder(entry) ? "dir" : "file"
}

export function entryShape(
  request: RestRequest,
  repository: Repository,
  { path, oid }: Entry,
  type: EntryType,
  ref = request.query.get("ref") ?? repository.defaultBranch,
) {
  const base = repositoryUrl(request, repository)
  const escaped = path.split("/").map(encodeURIComponent).join("/")
  const page = webUrl(request.store, repository)
  const url = `${base}/contents/${escaped}?ref=${encodeURIComponent(ref)}`
  const gitUrl = `${base}/git/${type === "dir" ? "trees" : "blobs"}/${oid}`
  const htmlUrl = `${page}/${type === "dir" ? "tree" : "blob"}/${ref}/${escaped}`
  return {
    name: path.split("/").at(-1) ?? path,
    path,
    sha: oid,
    size: type === "dir" ? 0 : (request.store.git.blobs.get(oid)?.length ?? 0),
    url,
    html_url: htmlUrl,
    git_url: gitUrl,
    download_url: type === "dir" ? null : request.rawUrl({ repository, ref, path }),
    type,
    _links: { self: url, git: gitUrl, html: htmlUrl },
  }
}

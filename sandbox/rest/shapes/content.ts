import { webUrl } from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import { type RestRequest, textAnswer } from "../route/index.js"
import { repositoryUrl } from "./repository-url.js"

interface Entry {
  path: string
  oid: string
}

/** The bytes of a file, for the media type `raw`. */
export function rawAnswer({ store }: RestRequest, { oid }: Entry) {
  const bytes = store.git.blobs.get(oid) ?? Buffer.alloc(0)
  return textAnswer("raw+json", bytes.toString("utf8"))
}

export function contentShape(request: RestRequest, repository: Repository, entry: Entry) {
  const bytes = request.store.git.blobs.get(entry.oid) ?? Buffer.alloc(0)
  // GitHub breaks base64 into lines of sixty characters.
  const content = bytes.toString("base64").replace(/.{1,60}/g, "$&\n")
  return {
    ...entryShape(request, repository, entry, "file"),
    size: bytes.length,
    content,
    encoding: "base64",
  }
}

export function directoryShape(request: RestRequest, repository: Repository, folder: Entry) {
  return (request.store.git.trees.get(folder.oid) ?? []).map((one) => {
    const path = folder.path === "" ? one.name : `${folder.path}/${one.name}`
    const entry = { path, oid: one.oid }
    return entryShape(request, repository, entry, one.type === "tree" ? "dir" : "file")
  })
}

export function entryShape(
  request: RestRequest,
  repository: Repository,
  { path, oid }: Entry,
  type: "file" | "dir",
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
    download_url: type === "dir" ? null : `${page}/raw/${ref}/${escaped}`,
    type,
    _links: { self: url, git: gitUrl, html: htmlUrl },
  }
}

import { createHash } from "node:crypto"
import { assetsOf, objectByExpression } from "../state/index.js"
import type { Repository, Store } from "../tables/index.js"
import { type Answer, answer } from "./answer.js"

/** The hosts of raw files, of archives and of web pages if the API is at `api.github.com`. */
export const RAW_HOST = "raw.githubusercontent.com"
export const ARCHIVE_HOST = "codeload.github.com"
export const WEB_HOST = "github.com"

/** A file of a branch, a tag or a commit, by its path. */
export interface RawFile {
  readonly repository: Repository
  readonly ref: string
  readonly path: string
}

/** The path and query of a file's `download_url`. Like on GitHub, those of private files carry a token. */
export function rawPath(store: Store, { repository, ref, path }: RawFile): string {
  const place = [store.nameWithOwner(repository), ref, path].join("/")
  const escaped = place.split("/").map(encodeURIComponent).join("/")
  return `/${escaped}${repository.isPrivate ? `?token=${tokenFor(place)}` : ""}`
}

/** The files of a commit: `form` is `tar.gz` or `zip`, or `legacy.zip` for the API, which names the folder by the commit. */
export interface Archive {
  readonly repository: Repository
  readonly form: string
  readonly ref: string
}

export const archivePath = (store: Store, { repository, form, ref }: Archive): string =>
  rawPath(store, { repository, ref: form, path: ref })

/** A path of the host of archives. */
export const ARCHIVE = /^\/[^/]+\/[^/]+\/(?:legacy\.)?(?:tar\.gz|zip)\/./

/** The same for both forms of an archive: gh takes the one of the API, and asks for the other. */
const tokenFor = (place: string): string =>
  createHash("sha256")
    .update(`file ${place.replace("/legacy.", "/")}`)
    .digest("hex")
    .slice(0, 29)
    .toUpperCase()

export const MISSING = answer(404, "404: Not Found", {
  "content-type": "text/plain; charset=utf-8",
})

/**
 * Answers the files that web pages link to: raw ones, archives, and those of public releases. Of pages themselves, it
 * only knows whether that of a repository is public.
 */
export function answerWeb(
  store: Store,
  { method, path, query }: { method: string; path: string; query: Record<string, string> },
): Answer {
  const [, owner = "", name = "", kind, ...rest] = decodedPath(path)
  if (kind === "raw") return answerRaw(store, { path: path.replace("/raw/", "/"), query })
  const repository = store.repositoryByName(owner, name)
  if (method === "HEAD" && kind === undefined && repository?.isPrivate === false) {
    return answer(200, undefined, { "content-type": "text/html; charset=utf-8" })
  }
  const [, ref, form] = /^(.+)\.(tar\.gz|zip)$/.exec(rest.join("/")) ?? []
  if (kind === "archive" && ref && form && repository?.isPrivate === false) {
    const location = `https://${ARCHIVE_HOST}${archivePath(store, { repository, form, ref })}`
    return answer(302, undefined, { location })
  }
  if (kind !== "releases" || rest[0] !== "download" || repository?.isPrivate !== false)
    return MISSING
  const [tag, file] = [rest.slice(1, -1).join("/"), rest.at(-1)]
  const release = store
    .rowsBy("releases", "repository", repository.id)
    .find(({ tagName, isDraft }) => !isDraft && tagName === tag)
  const asset = release && assetsOf(store, release).find((one) => one.name === file)
  if (!asset) return MISSING
  return answer(200, Buffer.from(asset.content, "base64"), { "content-type": asset.contentType })
}

/** Answers a `download_url`: the bytes of the file, or a 404 that does not tell private files from missing ones. */
export function answerRaw(
  store: Store,
  request: { path: string; query: Record<string, string> },
): Answer {
  const place = decodedPath(request.path.slice(1))
  const [owner = "", name = "", ...rest] = place
  const repository = store.repositoryByName(owner, name)
  const isAllowed =
    repository && (!repository.isPrivate || request.query.token === tokenFor(place.join("/")))
  const bytes = isAllowed ? bytesAt(store, repository, rest) : undefined
  return bytes ? answer(200, bytes, { "content-type": "text/plain; charset=utf-8" }) : MISSING
}

export function decodedPath(path: string): string[] {
  try {
    return path.split("/").map(decodeURIComponent)
  } catch {
    return []
  }
}

/** Names of branches may have slashes, so the shortest revision that has the file wins. */
function bytesAt(store: Store, repository: Repository, rest: readonly string[]) {
  for (let length = 1; length < rest.length; length++) {
    const [ref, path] = [rest.slice(0, length).join("/"), rest.slice(length).join("/")]
    const found = objectByExpression(store, repository, `${ref}:${path}`)
    if (found?.kind === "Blob") return store.git.blobs.get(found.oid)
  }
  return undefined
}

import { createHash } from "node:crypto"
import { objectByExpression } from "../state/index.js"
import { nameWithOwner, type Repository, repositoryByName, type Store } from "../tables/index.js"
import { type Answer, answer } from "./answer.js"

/** The host of raw files if the API is at `api.github.com`. */
export const RAW_HOST = "raw.githubusercontent.com"

/** A file of a branch, a tag or a commit, by its path. */
export interface RawFile {
  readonly repository: Repository
  readonly ref: string
  readonly path: string
}

/** The path and query of a file's `download_url`. Like on GitHub, those of private files carry a token. */
export function rawPath(store: Store, { repository, ref, path }: RawFile): string {
  const place = [nameWithOwner(store, repository), ref, path].join("/")
  const escaped = place.split("/").map(encodeURIComponent).join("/")
  return `/${escaped}${repository.isPrivate ? `?token=${tokenFor(place)}` : ""}`
}

const tokenFor = (place: string): string =>
  createHash("sha256").update(`file ${place}`).digest("hex").slice(0, 29).toUpperCase()

/** Answers a `download_url`: the bytes of the file, or a 404 that does not tell private files from missing ones. */
export function answerRaw(
  store: Store,
  request: { path: string; query: Record<string, string> },
): Answer {
  const place = decoded(request.path.slice(1))
  const [owner = "", name = "", ...rest] = place
  const repository = repositoryByName(store, owner, name)
  const isAllowed =
    repository && (!repository.isPrivate || request.query.token === tokenFor(place.join("/")))
  const bytes = isAllowed ? bytesAt(store, repository, rest) : undefined
  const headers = { "content-type": "text/plain; charset=utf-8" }
  return bytes ? answer(200, bytes, headers) : answer(404, "404: Not Found", headers)
}

function decoded(path: string): string[] {
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

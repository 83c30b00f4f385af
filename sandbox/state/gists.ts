/** https://docs.github.com/rest/gists/gists */
import { createHash } from "node:crypto"
import { diffFiles, textOf, writeBlob } from "../git/index.js"
import {
  type Account,
  type Gist,
  type GistRevision,
  insert,
  nextId,
  recordApplied,
  remove,
  rowBy,
  rowsBy,
  type Store,
  update,
} from "../tables/index.js"
import { NotAccessible, notFound, unprocessable } from "./errors.js"
import type { Viewer } from "./permissions.js"

export interface GistText {
  readonly description: string | null
  readonly isPublic: boolean
  /** Name to content. */
  readonly files: ReadonlyMap<string, string>
}

/** Secret gists are not listed for others, but readable by everybody who knows the id. */
export const gistsOf = (store: Store, viewer: Viewer, owner: Account): Gist[] =>
  rowsBy(store, "gists", "owner", owner.id).filter(
    (gist) => gist.isPublic || owner.id === viewer.account.id,
  )

export const gistByName = (store: Store, name: string): Gist | undefined =>
  rowBy(store, "gists", "name", name)

export function createGist(store: Store, viewer: Viewer, text: GistText): Gist {
  authorizeGists(viewer)
  checkFiles(text.files)
  const gist = insertGist(store, viewer.account, text, store.clock.tick())
  recordApplied(store, "createGist", viewer.account, gist)
  return gist
}

export function insertGist(store: Store, owner: Account, text: GistText, now: string): Gist {
  const files = written(store, text.files)
  return insert(store, "gists", {
    kind: "Gist",
    ownerId: owner.id,
    // A hash looks like GitHub's ids, and equal requests lead to equal ones.
    name: hash("md5", `gist ${nextId(store, "gistNames")}`),
    description: text.description,
    isPublic: text.isPublic,
    files,
    revisions: [revision(store, new Map(), files, now)],
    createdAt: now,
    updatedAt: now,
  })
}

export function updateGist(
  store: Store,
  viewer: Viewer,
  gist: Gist,
  changes: Partial<Pick<GistText, "description" | "files">>,
): Gist {
  authorizeOwner(viewer, gist)
  if (changes.files) checkFiles(changes.files)
  const now = store.clock.tick()
  const files = changes.files ? written(store, changes.files) : gist.files
  const description = changes.description === undefined ? gist.description : changes.description
  const revisions = [...gist.revisions, revision(store, gist.files, files, now)]
  update(store, gist, { description, files, revisions, updatedAt: now })
  recordApplied(store, "updateGist", viewer.account, gist)
  return gist
}

export function deleteGist(store: Store, viewer: Viewer, gist: Gist): void {
  authorizeOwner(viewer, gist)
  store.clock.tick()
  remove(store, gist)
  recordApplied(store, "deleteGist", viewer.account, gist)
}

function authorizeOwner(viewer: Viewer, gist: Gist): void {
  authorizeGists(viewer)
  if (gist.ownerId !== viewer.account.id) throw notFound("Not Found")
}

/** For tokens without the scope, GitHub answers 404, as if there were no gists. */
function authorizeGists(viewer: Viewer): void {
  if (viewer.grant) throw new NotAccessible()
  if (!viewer.scopes.has("gist")) throw notFound("Not Found")
}

function checkFiles(files: GistText["files"]): void {
  const isFilled = files.size > 0 && [...files.values()].every((content) => content !== "")
  if (isFilled) return
  throw unprocessable("files is missing", {
    resource: "Gist",
    field: "files",
    code: "missing_field",
  })
}

export const gistText = (store: Store, gist: Gist, file: string): string =>
  textOf(store.git, gist.files.get(file))

const written = (store: Store, files: GistText["files"]): Gist["files"] =>
  new Map([...files].map(([name, content]) => [name, writeBlob(store.git, content)]))

function revision(
  { git }: Store,
  before: Gist["files"],
  after: Gist["files"],
  committedAt: string,
): GistRevision {
  const changes = diffFiles(git, before, after)
  return {
    version: hash("sha1", JSON.stringify([committedAt, ...after])),
    committedAt,
    additions: changes.reduce((sum, { additions }) => sum + additions, 0),
    deletions: changes.reduce((sum, { deletions }) => sum + deletions, 0),
  }
}

const hash = (algorithm: "md5" | "sha1", text: string): string =>
  createHash(algorithm).update(text).digest("hex")

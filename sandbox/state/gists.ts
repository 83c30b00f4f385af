/** https://docs.github.com/rest/gists/gists */

import { createHash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { diffFiles, type Files, textOf, writeBlob } from "../git/index.js"
import type { Account, Gist, GistComment, GistRevision, Store } from "../tables/index.js"
import { NotAccessible, notFound, unprocessable } from "./errors.js"
import type { Session, Viewer } from "./session.js"
import { checkFilledBody } from "./text.js"

export interface GistText {
  readonly description: string | null
  readonly isPublic: boolean
  /** Name to content. */
  readonly files: ReadonlyMap<string, string>
}

/** Secret gists are not listed for others, but readable by everybody who knows the id. */
export const gistsOf = (store: Session, owner: Account): Gist[] =>
  store
    .rowsBy("gists", "owner", owner.id)
    .filter((gist) => gist.isPublic || owner.id === store.viewer.account.id)

export const gistByName = (store: Store, name: string): Gist | undefined =>
  store.rowBy("gists", "name", name)

export function createGist(store: Session, text: GistText): Gist {
  authorizeGists(store.viewer)
  checkFiles(text.files)
  const gist = insertGist(store, store.viewer.account, text, store.clock.tick())
  return store.recordApplied("createGist", gist)
}

export function insertGist(store: Store, owner: Account, text: GistText, now: string): Gist {
  const files = written(store, text.files)
  return store.insert("gists", {
    ownerId: owner.id,
    // A hash looks like GitHub's ids, and equal requests lead to equal ones.
    name: hash("md5", `gist ${store.nextId("gistNames")}`),
    description: text.description,
    isPublic: text.isPublic,
    files,
    revisions: [revision(store, new Map(), files, now)],
    createdAt: now,
    updatedAt: now,
  })
}

export function updateGist(
  store: Session,
  gist: Gist,
  changes: Partial<Pick<GistText, "description" | "files">>,
): Gist {
  authorizeOwner(store.viewer, gist)
  if (changes.files) checkFiles(changes.files)
  const files = changes.files ? written(store, changes.files) : gist.files
  const description = changes.description === undefined ? gist.description : changes.description
  const isSame = isDeepStrictEqual(files, gist.files)
  if (!isSame || description !== gist.description) {
    const now = store.clock.tick()
    // Git has no revision without a change.
    const revisions = isSame ? [] : [revision(store, gist.files, files, now)]
    store.update(gist, {
      description,
      files,
      revisions: [...gist.revisions, ...revisions],
      updatedAt: now,
    })
  }
  return store.recordApplied("updateGist", gist)
}

export function deleteGist(store: Session, gist: Gist): void {
  authorizeOwner(store.viewer, gist)
  store.drop("deleteGist", gist, gistCommentsOf(store, gist))
}

export function setGistStarred(store: Session, gist: Gist, starred: boolean): void {
  authorizeGists(store.viewer)
  const { id } = store.viewer.account
  if (gist.stargazerIds.includes(id) !== starred) {
    store.clock.tick()
    const others = gist.stargazerIds.filter((one) => one !== id)
    store.update(gist, { stargazerIds: starred ? [...others, id] : others })
  }
  store.recordApplied(starred ? "addStar" : "removeStar", gist)
}

/** Oldest first. */
export const gistCommentsOf = (store: Store, gist: Gist): GistComment[] =>
  store.rowsBy("gistComments", "gist", gist.id)

export const gistAssociation = (store: Store, { gistId, authorId }: GistComment): string =>
  store.get("gists", gistId).ownerId === authorId ? "OWNER" : "NONE"

export function addGistComment(store: Session, gist: Gist, body: string): GistComment {
  authorizeGists(store.viewer)
  checkFilledBody(body, "GistComment")
  store.clock.tick()
  const comment = store.insert("gistComments", {
    gistId: gist.id,
    authorId: store.viewer.account.id,
    body,
  })
  return store.recordApplied("createGistComment", comment)
}

/** Only the author may edit a comment. */
export function updateGistComment(store: Session, comment: GistComment, body: string): void {
  authorizeGists(store.viewer)
  if (comment.authorId !== store.viewer.account.id) throw notFound("Not Found")
  checkFilledBody(body, "GistComment")
  if (comment.body !== body) store.edit(comment, { body })
  store.recordApplied("updateGistComment", comment)
}

/** The author and the owner of the gist may delete a comment. */
export function deleteGistComment(store: Session, comment: GistComment): void {
  authorizeGists(store.viewer)
  const { ownerId } = store.get("gists", comment.gistId)
  if (![comment.authorId, ownerId].includes(store.viewer.account.id)) throw notFound("Not Found")
  store.drop("deleteGistComment", comment)
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
  throw unprocessable("files is missing", "Gist.files", "missing_field")
}

export const gistText = (store: Store, gist: Gist, file: string): string =>
  textOf(store.git, gist.files.get(file))

const written = (store: Store, files: GistText["files"]): Gist["files"] =>
  new Map([...files].map(([name, content]) => [name, writeBlob(store.git, content)]))

const asFiles = (files: Gist["files"]): Files =>
  new Map([...files].map(([name, oid]) => [name, { mode: "100644", oid }]))

function revision(
  { git }: Store,
  before: Gist["files"],
  after: Gist["files"],
  committedAt: string,
): GistRevision {
  const changes = diffFiles(git, asFiles(before), asFiles(after))
  return {
    version: hash("sha1", JSON.stringify([committedAt, ...after])),
    committedAt,
    additions: changes.reduce((sum, { additions }) => sum + additions, 0),
    deletions: changes.reduce((sum, { deletions }) => sum + deletions, 0),
  }
}

const hash = (algorithm: "md5" | "sha1", text: string): string =>
  createHash(algorithm).update(text).digest("hex")

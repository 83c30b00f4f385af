import { type Files, type Signature, writeBlob, writeCommit, writeTree } from "../git/index.js"
import { type Repository, recordApplied, type Store, update, withItem } from "../tables/index.js"
import { authorize, type Viewer } from "./permissions.js"

/** Writes Git objects without a ref that leads to them, as REST's Git endpoints do; each returns the object's id. */
export const createBlob = (
  store: Store,
  viewer: Viewer,
  repository: Repository,
  bytes: Buffer,
): string => create(store, viewer, repository, "createBlob", () => writeBlob(store.git, bytes))

export const createTree = (
  store: Store,
  viewer: Viewer,
  repository: Repository,
  files: Files,
): string => create(store, viewer, repository, "createTree", () => writeTree(store.git, files))

export interface NewCommitObject {
  files: Files
  parents: readonly string[]
  message: string
  author: Signature
  committer: Signature
}

export const createCommit = (
  store: Store,
  viewer: Viewer,
  repository: Repository,
  commit: NewCommitObject,
): string =>
  create(store, viewer, repository, "createCommit", () => writeCommit(store.git, commit).oid)

function create(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  change: string,
  write: () => string,
): string {
  authorize(store, viewer, repository, "contents", "WRITE")
  const oid = write()
  update(store, repository, { looseObjects: withItem(repository.looseObjects, oid) })
  recordApplied(store, change, viewer.account, repository)
  return oid
}

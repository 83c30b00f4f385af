import {
  commitTree,
  type Files,
  type NewCommit,
  type Tag,
  writeBlob,
  writeTag,
  writeTree,
} from "../git/index.js"
import { type Repository, recordApplied, type Store, update, withItem } from "../tables/index.js"
import { authorize, type Viewer } from "./permissions.js"

/** Writes Git objects without a ref that leads to them, as REST's Git endpoints do; each returns the object's id. */
export const createBlob = (
  store: Store,
  viewer: Viewer,
  repository: Repository,
  bytes: Buffer,
): string => create(store, viewer, repository, "createBlob", writeBlob(store.git, bytes))

export const createTree = (
  store: Store,
  viewer: Viewer,
  repository: Repository,
  files: Files,
): string => create(store, viewer, repository, "createTree", writeTree(store.git, files))

export const createCommit = (
  store: Store,
  viewer: Viewer,
  repository: Repository,
  treeOid: string,
  commit: NewCommit,
): string =>
  create(store, viewer, repository, "createCommit", commitTree(store.git, treeOid, commit).oid)

export const createTag = (
  store: Store,
  viewer: Viewer,
  repository: Repository,
  tag: Omit<Tag, "oid">,
): string => create(store, viewer, repository, "createTag", writeTag(store.git, tag).oid)

function create(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  change: string,
  oid: string,
): string {
  authorize(store, viewer, repository, "contents", "WRITE")
  update(store, repository, { looseObjects: withItem(repository.looseObjects, oid) })
  recordApplied(store, change, viewer.account, repository)
  return oid
}

import {
  commitTree,
  type Files,
  type NewCommit,
  type Tag,
  writeBlob,
  writeTag,
  writeTree,
} from "../git/index.js"
import { type Repository, withItem } from "../tables/index.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

/** Writes Git objects without a ref that leads to them, as REST's Git endpoints do; each returns the object's id. */
export const createBlob = (store: Session, repository: Repository, bytes: Buffer): string =>
  create(store, repository, "createBlob", writeBlob(store.git, bytes))

export const createTree = (store: Session, repository: Repository, files: Files): string =>
  create(store, repository, "createTree", writeTree(store.git, files))

export const createCommit = (
  store: Session,
  repository: Repository,
  treeOid: string,
  commit: NewCommit,
): string => create(store, repository, "createCommit", commitTree(store.git, treeOid, commit).oid)

export const createTag = (store: Session, repository: Repository, tag: Omit<Tag, "oid">): string =>
  create(store, repository, "createTag", writeTag(store.git, tag).oid)

function create(store: Session, repository: Repository, change: string, oid: string): string {
  authorize(store, repository, "contents", "WRITE")
  store.update(repository, { looseObjects: withItem(repository.looseObjects, oid) })
  store.recordApplied(change, repository)
  return oid
}

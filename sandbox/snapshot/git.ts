import { Type } from "typebox"
import { Value } from "typebox/value"
import { SnapshotError } from "../errors/index.js"
import {
  blobOid,
  commitOid,
  FILE_MODES,
  FOLDER_MODE,
  type GitObjects,
  isFolder,
  tagOid,
  treeOid,
} from "../git/index.js"
import { readObject } from "./read.js"

const plainBlob = Type.Union([Type.String(), Type.Object({ base64: Type.String() })])

const plainTree = Type.Array(
  Type.Object({
    name: Type.String(),
    mode: Type.Enum([...FILE_MODES, FOLDER_MODE]),
    oid: Type.String(),
  }),
)

const signature = Type.Object({
  name: Type.String(),
  email: Type.String(),
  date: Type.String(),
  offset: Type.Optional(Type.String()),
})

const plainCommit = Type.Object({
  tree_oid: Type.String(),
  parents: Type.Array(Type.String()),
  message: Type.String(),
  author: signature,
  committer: signature,
  headers: Type.Optional(Type.String()),
  ending: Type.Optional(Type.String()),
})

const plainTag = Type.Object({
  object: Type.String(),
  type: Type.Enum(["blob", "tree", "commit", "tag"]),
  name: Type.String(),
  message: Type.String(),
  tagger: signature,
})

/** Every object is verified by its id, which is a hash of its contents. */
export function readGit(plain: Record<string, unknown>, git: GitObjects): void {
  for (const [oid, blob] of Object.entries(readObject(plain, "blobs"))) {
    if (!Value.Check(plainBlob, blob)) throw notThat("blobs", oid)
    const bytes = typeof blob === "string" ? Buffer.from(blob) : Buffer.from(blob.base64, "base64")
    if (blobOid(bytes) !== oid) throw notThat("blobs", oid)
    git.write("blobs", oid, bytes)
  }
  for (const [oid, tree] of Object.entries(readObject(plain, "trees"))) {
    if (!Value.Check(plainTree, tree) || treeOid(tree) !== oid) throw notThat("trees", oid)
    git.write("trees", oid, structuredClone(tree))
  }
  for (const [oid, commit] of Object.entries(readObject(plain, "commits"))) {
    if (!Value.Check(plainCommit, commit)) throw notThat("commits", oid)
    const { tree_oid, ...rest } = structuredClone(commit)
    const read = { treeOid: tree_oid, ...rest }
    if (commitOid(read) !== oid) throw notThat("commits", oid)
    git.write("commits", oid, { oid, ...read })
  }
  for (const [oid, tag] of Object.entries(readObject(plain, "tags"))) {
    if (!Value.Check(plainTag, tag) || tagOid(tag) !== oid) throw notThat("tags", oid)
    git.write("tags", oid, { oid, ...structuredClone(tag) })
  }
}

/** Refuses a store in which an object refers to a missing one. */
export function checkGit(git: GitObjects): void {
  for (const entries of git.trees.values()) {
    for (const entry of entries) {
      if (!git[isFolder(entry) ? "trees" : "blobs"].has(entry.oid)) throw notThere(entry.oid)
    }
  }
  for (const { treeOid, parents } of git.commits.values()) {
    if (!git.trees.has(treeOid)) throw notThere(treeOid)
    const orphan = parents.find((oid) => !git.commits.has(oid))
    if (orphan !== undefined) throw notThere(orphan)
  }
  for (const { type, object } of git.tags.values()) {
    if (!git[`${type}s`].has(object)) throw notThere(object)
  }
}

export const notThere = (oid: string): SnapshotError =>
  new SnapshotError(`the object ${oid} is not in git`)

const notThat = (kind: string, oid: string): SnapshotError =>
  new SnapshotError(`git.${kind} has another object under ${oid}`)

import { Type } from "typebox"
import { Value } from "typebox/value"
import { blobOid, commitOid, type GitObjects, treeOid } from "../git/index.js"
import { readObject, SnapshotError } from "./snapshot-read.js"

const plainBlob = Type.Union([Type.String(), Type.Object({ base64: Type.String() })])

const plainTree = Type.Array(
  Type.Object({
    name: Type.String(),
    type: Type.Union([Type.Literal("blob"), Type.Literal("tree")]),
    oid: Type.String(),
  }),
)

const signature = Type.Object({ name: Type.String(), email: Type.String(), date: Type.String() })

const plainCommit = Type.Object({
  tree_oid: Type.String(),
  parents: Type.Array(Type.String()),
  message: Type.String(),
  author: signature,
  committer: signature,
})

/** Every object is checked by its id, which is made of what it holds. */
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
}

const notThat = (kind: string, oid: string): SnapshotError =>
  new SnapshotError(`what is under ${oid} in git.${kind} is not that object`)

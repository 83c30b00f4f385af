import { createHash } from "node:crypto"

/** Path of a file to the oid of its blob. */
export type Files = ReadonlyMap<string, string>

export interface Signature {
  name: string
  email: string
  /** ISO 8601, UTC, whole seconds. */
  date: string
}

export interface Commit {
  oid: string
  treeOid: string
  parents: readonly string[]
  message: string
  author: Signature
  committer: Signature
}

export interface TreeEntry {
  name: string
  type: "blob" | "tree"
  oid: string
}

/** The object store. All repositories share it, as on GitHub within a fork network. */
export interface GitObjects {
  readonly blobs: ReadonlyMap<string, Buffer>
  readonly trees: ReadonlyMap<string, readonly TreeEntry[]>
  readonly commits: ReadonlyMap<string, Commit>
  /** Adds an object; an existing one stays. */
  write<Kind extends keyof Objects>(kind: Kind, oid: string, object: Objects[Kind]): void
  /** Number of objects. */
  count(): number
  /** Removes all objects but the first `count`. */
  truncate(count: number): void
}

interface Objects {
  blobs: Buffer
  trees: readonly TreeEntry[]
  commits: Commit
}

type Stores = { readonly [Kind in keyof Objects]: Map<string, Objects[Kind]> }

export function createObjects(
  stores: Stores = { blobs: new Map(), trees: new Map(), commits: new Map() },
): GitObjects {
  const added: { kind: keyof Objects; oid: string }[] = []
  return {
    ...stores,
    write(kind, oid, object) {
      const store: Map<string, Objects[typeof kind]> = stores[kind]
      if (store.has(oid)) return
      store.set(oid, object)
      added.push({ kind, oid })
    },
    count: () => added.length,
    truncate(count) {
      for (const { kind, oid } of added.splice(count)) stores[kind].delete(oid)
    },
  }
}

export function writeBlob(git: GitObjects, content: string | Buffer): string {
  const bytes = Buffer.from(content)
  const oid = blobOid(bytes)
  git.write("blobs", oid, bytes)
  return oid
}

export function writeTree(git: GitObjects, files: Files): string {
  const folders = new Map<string, Map<string, string>>()
  const entries: TreeEntry[] = []
  for (const [path, oid] of files) {
    const slash = path.indexOf("/")
    if (slash < 0) {
      entries.push({ name: path, type: "blob", oid })
      continue
    }
    const folder = folders.get(path.slice(0, slash)) ?? new Map<string, string>()
    folders.set(path.slice(0, slash), folder.set(path.slice(slash + 1), oid))
  }
  for (const [name, inner] of folders) {
    entries.push({ name, type: "tree", oid: writeTree(git, inner) })
  }
  // Git sorts folders as if their names ended in a slash.
  const key = (entry: TreeEntry) => (entry.type === "tree" ? `${entry.name}/` : entry.name)
  entries.sort((a, b) => Buffer.compare(Buffer.from(key(a)), Buffer.from(key(b))))
  const oid = treeOid(entries)
  git.write("trees", oid, entries)
  return oid
}

export function writeCommit(
  git: GitObjects,
  commit: {
    files: Files
    parents: readonly string[]
    message: string
    author: Signature
    committer?: Signature
  },
): Commit {
  const content = {
    treeOid: writeTree(git, commit.files),
    parents: [...commit.parents],
    message: commit.message,
    author: commit.author,
    committer: commit.committer ?? commit.author,
  }
  const written: Commit = { oid: commitOid(content), ...content }
  git.write("commits", written.oid, written)
  return written
}

export function commitOf(git: GitObjects, oid: string): Commit {
  const commit = git.commits.get(oid)
  if (!commit) throw new Error(`sandbox state: there is no commit ${oid}`)
  return commit
}

/** The files of a commit. */
export const filesOf = (git: GitObjects, commitOid: string): Map<string, string> =>
  filesIn(git, commitOf(git, commitOid).treeOid)

/** The files of a tree and its subtrees. */
export function filesIn(git: GitObjects, root: string): Map<string, string> {
  const files = new Map<string, string>()
  const walk = (treeOid: string, prefix: string): void => {
    for (const entry of git.trees.get(treeOid) ?? []) {
      const path = prefix + entry.name
      if (entry.type === "tree") walk(entry.oid, `${path}/`)
      else files.set(path, entry.oid)
    }
  }
  walk(root, "")
  return files
}

export const textOf = (git: GitObjects, blobOid: string | undefined): string =>
  blobOid === undefined ? "" : (git.blobs.get(blobOid)?.toString("utf8") ?? "")

/** Whether Git takes the blob for binary, and neither compares nor merges its lines. */
export const isBinary = (git: GitObjects, blobOid: string | undefined): boolean =>
  blobOid !== undefined && (git.blobs.get(blobOid)?.subarray(0, 8000).includes(0) ?? false)

export const blobOid = (bytes: Buffer): string => hash("blob", bytes)

export function treeOid(entries: readonly TreeEntry[]): string {
  const lines = entries.flatMap(({ type, name, oid }) => [
    Buffer.from(`${type === "tree" ? "40000" : "100644"} ${name}\0`),
    Buffer.from(oid, "hex"),
  ])
  return hash("tree", Buffer.concat(lines))
}

export function commitOid(commit: Omit<Commit, "oid">): string {
  const text = [
    `tree ${commit.treeOid}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${signature(commit.author)}`,
    `committer ${signature(commit.committer)}`,
    "",
    commit.message,
  ].join("\n")
  return hash("commit", Buffer.from(text))
}

function signature(person: Signature): string {
  return `${person.name} <${person.email}> ${Date.parse(person.date) / 1000} +0000`
}

function hash(type: string, content: Buffer): string {
  return createHash("sha1").update(`${type} ${content.length}\0`).update(content).digest("hex")
}

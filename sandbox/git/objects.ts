import { createHash } from "node:crypto"

/** Git's modes of regular files, executable files and symbolic links. */
export const FILE_MODES = ["100644", "100755", "120000"] as const
export type FileMode = (typeof FILE_MODES)[number]
/** As Git writes it; REST puts a zero before it. */
export const FOLDER_MODE = "40000" as const

export interface File {
  readonly mode: FileMode
  /** The oid of its blob. */
  readonly oid: string
}

/** Files by path. */
export type Files = ReadonlyMap<string, File>

export interface Signature {
  name: string
  email: string
  /** ISO 8601, UTC, whole seconds. */
  date: string
  /** The time zone of the person as an offset from UTC, `+01:00`; UTC if it is absent. */
  offset?: string
}

export interface Commit {
  oid: string
  treeOid: string
  parents: readonly string[]
  message: string
  author: Signature
  committer: Signature
  /** Header lines after the committer, such as a signature. */
  headers?: string
  /** The line breaks after the message, which GitHub does not show. */
  ending?: string
}

export interface TreeEntry {
  name: string
  mode: FileMode | typeof FOLDER_MODE
  oid: string
}

/** An annotated tag. */
export interface Tag {
  oid: string
  /** The oid and the type of the tagged object. */
  object: string
  type: ObjectType
  name: string
  message: string
  tagger: Signature
}

export type ObjectType = "blob" | "tree" | "commit" | "tag"

/** The object store. All repositories share it, as on GitHub within a fork network. */
export interface GitObjects {
  readonly blobs: ReadonlyMap<string, Buffer>
  readonly trees: ReadonlyMap<string, readonly TreeEntry[]>
  readonly commits: ReadonlyMap<string, Commit>
  readonly tags: ReadonlyMap<string, Tag>
  /** Objects that follow from others, such as the test merge of a pull request. They are no part of the state. */
  readonly derived: ReadonlySet<string>
  /** Writes objects that are only derived, until something else writes them, too. */
  derive<Result>(write: () => Result): Result
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
  tags: Tag
}

type Stores = { readonly [Kind in keyof Objects]: Map<string, Objects[Kind]> }

export function createObjects(
  stores: Stores = { blobs: new Map(), trees: new Map(), commits: new Map(), tags: new Map() },
  known: ReadonlySet<string> = new Set(),
): GitObjects {
  const added: { kind: keyof Objects; oid: string }[] = []
  const derived = new Set(known)
  let isDeriving = false
  return {
    ...stores,
    derived,
    derive(write) {
      isDeriving = true
      try {
        return write()
      } finally {
        isDeriving = false
      }
    },
    write(kind, oid, object) {
      const store: Map<string, Objects[typeof kind]> = stores[kind]
      if (!isDeriving) derived.delete(oid)
      if (store.has(oid)) return
      store.set(oid, object)
      if (isDeriving) derived.add(oid)
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

/** A file with this content; a regular one unless a mode is given. */
export const writeFile = (
  git: GitObjects,
  content: string | Buffer,
  mode: FileMode = "100644",
): File => ({ mode, oid: writeBlob(git, content) })

export const isSameFile = (a: File | undefined, b: File | undefined): boolean =>
  a?.oid === b?.oid && a?.mode === b?.mode

export const isLink = ({ mode }: Pick<TreeEntry, "mode">): boolean => mode === "120000"

export const isFolder = ({ mode }: TreeEntry): boolean => mode === FOLDER_MODE

export function writeTree(git: GitObjects, files: Files): string {
  const folders = new Map<string, Map<string, File>>()
  const entries: TreeEntry[] = []
  for (const [path, file] of files) {
    const slash = path.indexOf("/")
    if (slash < 0) {
      entries.push({ name: path, ...file })
      continue
    }
    const folder = folders.get(path.slice(0, slash)) ?? new Map<string, File>()
    folders.set(path.slice(0, slash), folder.set(path.slice(slash + 1), file))
  }
  for (const [name, inner] of folders) {
    if (files.has(name)) throw new Error(`sandbox state: ${name} is a file and a folder`)
    entries.push({ name, mode: FOLDER_MODE, oid: writeTree(git, inner) })
  }
  // Git sorts folders as if their names ended in a slash.
  const key = (entry: TreeEntry) => Buffer.from(isFolder(entry) ? `${entry.name}/` : entry.name)
  entries.sort((a, b) => Buffer.compare(key(a), key(b)))
  const oid = treeOid(entries)
  git.write("trees", oid, entries)
  return oid
}

export type NewCommit = Omit<Commit, "oid" | "treeOid" | "committer" | "headers" | "ending"> & {
  /** By default the author. */
  committer?: Signature
}

export const writeCommit = (git: GitObjects, commit: NewCommit & { files: Files }): Commit =>
  commitTree(git, writeTree(git, commit.files), commit)

/** Writes a commit with a tree that is already there. */
export function commitTree(git: GitObjects, treeOid: string, commit: NewCommit): Commit {
  const { parents, message, author, committer = author } = commit
  const content = { treeOid, parents: [...parents], message, author, committer }
  const written = { oid: commitOid(content), ...content }
  git.write("commits", written.oid, written)
  return written
}

export function writeTag(git: GitObjects, tag: Omit<Tag, "oid">): Tag {
  const written = { oid: tagOid(tag), ...tag }
  git.write("tags", written.oid, written)
  return written
}

/** The object behind tags, and behind tags of tags. */
export function peel(git: GitObjects, oid: string): string {
  const tag = git.tags.get(oid)
  return tag ? peel(git, tag.object) : oid
}

export function commitOf(git: GitObjects, oid: string): Commit {
  const commit = git.commits.get(oid)
  if (!commit) throw new Error(`sandbox state: there is no commit ${oid}`)
  return commit
}

export function tagOf(git: GitObjects, oid: string): Tag {
  const tag = git.tags.get(oid)
  if (!tag) throw new Error(`sandbox state: there is no tag ${oid}`)
  return tag
}

/** The files of a commit. */
export const filesOf = (git: GitObjects, commitOid: string): Map<string, File> =>
  filesIn(git, commitOf(git, commitOid).treeOid)

/** The files of a tree and its subtrees. */
export function filesIn(git: GitObjects, root: string): Map<string, File> {
  const files = new Map<string, File>()
  const walk = (treeOid: string, prefix: string): void => {
    for (const { name, mode, oid } of git.trees.get(treeOid) ?? []) {
      const path = prefix + name
      if (mode === FOLDER_MODE) walk(oid, `${path}/`)
      else files.set(path, { mode, oid })
    }
  }
  walk(root, "")
  return files
}

/** The folders that a path is in: `a` and `a/b` for `a/b/c`. */
export function foldersOf(path: string): string[] {
  const parts = path.split("/")
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"))
}

/** Whether a path of a file is also one of a folder, which Git cannot store. */
export const isAlsoFolder = (files: Files, path: string): boolean =>
  [...files.keys()].some((one) => one.startsWith(`${path}/`)) ||
  foldersOf(path).some((folder) => files.has(folder))

export const textOf = (git: GitObjects, blobOid: string | undefined): string =>
  blobOid === undefined ? "" : (git.blobs.get(blobOid)?.toString("utf8") ?? "")

/** Whether Git takes the blob for binary, and neither compares nor merges its lines. */
export const isBinary = (git: GitObjects, blobOid: string | undefined): boolean =>
  blobOid !== undefined && (git.blobs.get(blobOid)?.subarray(0, 8000).includes(0) ?? false)

export const blobOid = (bytes: Buffer): string => hash("blob", bytes)

export const treeOid = (entries: readonly TreeEntry[]): string => hash("tree", treeBytes(entries))

export const commitOid = (commit: Omit<Commit, "oid">): string =>
  hash("commit", commitBytes(commit))

export const tagOid = (tag: Omit<Tag, "oid">): string => hash("tag", tagBytes(tag))

/** The object as Git stores it, without the header of its type and length. */
export function bytesOf(git: GitObjects, oid: string): { type: ObjectType; bytes: Buffer } {
  const blob = git.blobs.get(oid)
  if (blob) return { type: "blob", bytes: blob }
  const tree = git.trees.get(oid)
  if (tree) return { type: "tree", bytes: treeBytes(tree) }
  return git.tags.has(oid)
    ? { type: "tag", bytes: tagBytes(tagOf(git, oid)) }
    : { type: "commit", bytes: commitBytes(commitOf(git, oid)) }
}

const treeBytes = (entries: readonly TreeEntry[]): Buffer =>
  Buffer.concat(
    entries.flatMap(({ mode, name, oid }) => [
      Buffer.from(`${mode} ${name}\0`),
      Buffer.from(oid, "hex"),
    ]),
  )

function commitBytes(commit: Omit<Commit, "oid">): Buffer {
  const lines = [
    `tree ${commit.treeOid}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${signature(commit.author)}`,
    `committer ${signature(commit.committer)}`,
    ...(commit.headers === undefined ? [] : [commit.headers]),
    "",
    commit.message + (commit.ending ?? ""),
  ]
  return Buffer.from(lines.join("\n"))
}

function tagBytes(tag: Omit<Tag, "oid">): Buffer {
  const lines = [
    `object ${tag.object}`,
    `type ${tag.type}`,
    `tag ${tag.name}`,
    `tagger ${signature(tag.tagger)}`,
    "",
    tag.message,
  ]
  return Buffer.from(lines.join("\n"))
}

function signature(person: Signature): string {
  const { name, email, date, offset = "+00:00" } = person
  return `${name} <${email}> ${Date.parse(date) / 1000} ${offset.replace(":", "")}`
}

/** The date in the time zone of the person. */
export function localDate({ date, offset }: Signature): string {
  if (offset === undefined) return date
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number)
  const ahead = (hours * 60 + minutes) * (offset.startsWith("-") ? -60_000 : 60_000)
  return new Date(Date.parse(date) + ahead).toISOString().replace(".000Z", offset)
}

function hash(type: ObjectType, content: Buffer): string {
  return createHash("sha1").update(`${type} ${content.length}\0`).update(content).digest("hex")
}

import {
  commitOid,
  FILE_MODES,
  FOLDER_MODE,
  type GitObjects,
  type ObjectType,
  type Signature,
  type TreeEntry,
  tagOid,
  treeOid,
  writeBlob,
} from "./objects.js"

/** An object that Git can store, but the sandbox cannot. */
export class Undecodable extends Error {
  constructor(what: string) {
    super(`the sandbox does not model ${what}`)
    this.name = "Undecodable"
  }
}

/**
 * Adds an object as Git stores it, without the header of its type and length.
 *
 * @throws Undecodable
 */
export function decodeObject(git: GitObjects, oid: string, type: ObjectType, bytes: Buffer): void {
  if (decoders[type](git, bytes) !== oid) throw new Undecodable(`the ${type} ${oid}`)
}

/** Each adds the object and returns the id of what was understood. */
const decoders: Record<ObjectType, (git: GitObjects, bytes: Buffer) => string> = {
  blob: writeBlob,
  tree(git, bytes) {
    const entries = entriesIn(bytes)
    const oid = treeOid(entries)
    git.write("trees", oid, entries)
    return oid
  },
  commit(git, bytes) {
    const { lines, message } = partsOf(bytes)
    const [treeLine = "", ...rest] = lines
    const parents = rest.filter((line) => line.startsWith("parent ")).map((line) => line.slice(7))
    const [author = "", committer = "", ...headers] = rest.slice(parents.length)
    const ending = /\n*$/.exec(message)?.[0] ?? ""
    const commit = {
      treeOid: treeLine.slice("tree ".length),
      parents,
      message: message.slice(0, message.length - ending.length),
      author: signatureIn(author.slice("author ".length)),
      committer: signatureIn(committer.slice("committer ".length)),
      ...(headers.length > 0 && { headers: headers.join("\n") }),
      ...(ending !== "" && { ending }),
    }
    const oid = commitOid(commit)
    git.write("commits", oid, { oid, ...commit })
    return oid
  },
  tag(git, bytes) {
    const { lines, message } = partsOf(bytes)
    const [object = "", type = "", name = "", tagger = ""] = lines.map((line) =>
      line.slice(line.indexOf(" ") + 1),
    )
    if (!isType(type)) throw new Undecodable(`a tag of ${type}`)
    const tag = { object, type, name, message, tagger: signatureIn(tagger) }
    const oid = tagOid(tag)
    git.write("tags", oid, { oid, ...tag })
    return oid
  },
}

const isType = (type: string): type is ObjectType => Object.hasOwn(decoders, type)

function entriesIn(bytes: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at)
    const [, mode = "", name = ""] = /^(\d+) (.*)$/s.exec(bytes.toString("utf8", at, end)) ?? []
    at = end + 21
    if (mode === "160000") throw new Undecodable("submodules")
    const known = [...FILE_MODES, FOLDER_MODE].find((one) => one === mode)
    if (known === undefined) throw new Undecodable(`the mode ${mode} of ${name}`)
    entries.push({ mode: known, name, oid: bytes.toString("hex", end + 1, at) })
  }
  return entries
}

function partsOf(bytes: Buffer): { lines: string[]; message: string } {
  const text = bytes.toString("utf8")
  const end = text.indexOf("\n\n")
  return { lines: text.slice(0, end).split("\n"), message: text.slice(end + 2) }
}

function signatureIn(text: string): Signature {
  const found = /^(.*?) ?<(.*)> (\d+) ([+-]\d\d)(\d\d)$/.exec(text)
  if (!found) throw new Undecodable(`the signature ${text}`)
  const [, name = "", email = "", seconds = "", hours = "", minutes = ""] = found
  const date = new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z")
  const offset = `${hours}:${minutes}`
  return { name, email, date, ...(offset !== "+00:00" && { offset }) }
}

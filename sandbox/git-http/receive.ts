import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { inflateSync } from "node:zlib"
import { decodeObject, type GitObjects, type ObjectType, Undecodable } from "../git/index.js"
import { loadYaml, pushRef, type RefUpdate, Refusal, type Session } from "../state/index.js"
import { type Repository, transaction } from "../tables/index.js"
import { channel, FLUSH, packet, readPackets } from "./packets.js"
import { runGit } from "./run-git.js"

const NONE = "0".repeat(40)

/** Announces the references, and what a push may ask for. */
export function announceRefs({ refs }: Repository): Buffer {
  const capabilities = "report-status delete-refs side-band-64k quiet atomic ofs-delta agent=ghx"
  const lines = [...refs].sort().map(([name, oid]) => `${oid} ${name}`)
  const [first = `${NONE} capabilities^{}`, ...others] = lines
  return Buffer.concat([
    packet("# service=git-receive-pack\n"),
    FLUSH,
    packet(`${first}\0${capabilities}\n`),
    ...others.map((line) => packet(`${line}\n`)),
    FLUSH,
  ])
}

export interface Push {
  /** The bare repository, which has the objects that a pack refers to. */
  path: string
  body: Buffer
  /** The state at the time when the pack is read. */
  current: () => { store: Session; repository: Repository }
}

/**
 * Answers `git-receive-pack`. git only unpacks the objects, since the rules for references are those of the state.
 * https://git-scm.com/docs/pack-protocol#_pushing_data_to_a_server
 */
export async function receivePack({ path, body, current }: Push): Promise<Buffer> {
  const { packets, rest } = readPackets(body)
  const commands = packets.filter((line) => !/^(?:shallow|push-cert) /.test(line))
  const [, capabilities = ""] = commands[0]?.split("\0") ?? []
  // Before a large push, git tests its credentials without a command.
  if (commands.length === 0) return Buffer.alloc(0)
  const updates = commands.map(updateIn)
  await loadYaml()
  const objects = rest.length > 0 ? await unpack(path, rest) : []
  const { store, repository } = current()
  const answer =
    typeof objects === "string"
      ? { unpacked: objects, results: updates.map(() => "unpacker error"), messages: [] }
      : apply(store, repository, updates, objects, capabilities.includes("atomic"))
  const report = Buffer.concat([
    packet(`unpack ${answer.unpacked}\n`),
    ...updates.map(({ name }, index) => {
      const refused = answer.results[index]
      return packet(refused === undefined ? `ok ${name}\n` : `ng ${name} ${refused}\n`)
    }),
    FLUSH,
  ])
  if (!capabilities.includes("side-band-64k")) return report
  const messages = Buffer.from(answer.messages.map((line) => `${line}\n`).join(""))
  return Buffer.concat([channel(2, messages), channel(1, report), FLUSH])
}

function updateIn(line: string): RefUpdate {
  const [command = ""] = line.replace(/\n$/, "").split("\0")
  const [before, after] = [command.slice(0, 40), command.slice(41, 81)]
  const known = (oid: string) => (oid === NONE ? undefined : oid)
  return { name: command.slice(82), before: known(before), after: known(after) }
}

interface RawObject {
  oid: string
  type: ObjectType
  bytes: Buffer
}

/** The objects of a pack, or git's reason to refuse it. They stay out of the bare repository until they are accepted. */
async function unpack(path: string, pack: Buffer): Promise<RawObject[] | string> {
  const incoming = mkdtempSync(join(path, "incoming-"))
  try {
    const { code, stderr } = await runGit(["-C", path, "unpack-objects", "-q", "--strict"], pack, {
      GIT_DIR: path,
      GIT_OBJECT_DIRECTORY: incoming,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(path, "objects"),
    })
    if (code !== 0) return stderr.trim().split("\n").at(-1) || "unpack-objects abnormal exit"
    return looseObjects(incoming)
  } finally {
    rmSync(incoming, { recursive: true, force: true })
  }
}

function looseObjects(path: string): RawObject[] {
  const folders = readdirSync(path).filter((name) => /^[0-9a-f]{2}$/.test(name))
  return folders.flatMap((folder) =>
    readdirSync(join(path, folder)).map((name) => {
      const bytes = inflateSync(readFileSync(join(path, folder, name)))
      const end = bytes.indexOf(0)
      const [type = ""] = bytes.toString("latin1", 0, end).split(" ")
      return { oid: folder + name, type: type as ObjectType, bytes: bytes.subarray(end + 1) }
    }),
  )
}

interface Applied {
  unpacked: string
  /** The reason of each refused update. */
  results: (string | undefined)[]
  messages: string[]
}

function apply(
  store: Session,
  repository: Repository,
  updates: readonly RefUpdate[],
  objects: readonly RawObject[],
  isAtomic: boolean,
): Applied {
  const messages: string[] = []
  const results: Applied["results"] = []
  try {
    transaction(store, () => {
      writeObjects(store.git, objects)
      for (const one of updates) results.push(applyUpdate(store, repository, one, messages))
      if (isAtomic && results.some((refused) => refused !== undefined)) throw new AtomicFailure()
    })
  } catch (error) {
    if (error instanceof Undecodable) {
      return { unpacked: error.message, results: updates.map(() => "unpacker error"), messages }
    }
    if (!(error instanceof AtomicFailure)) throw error
    return { unpacked: "ok", messages, results: results.map((one) => one ?? "atomic push failure") }
  }
  return { unpacked: "ok", results, messages }
}

class AtomicFailure extends Error {}

function writeObjects(git: GitObjects, objects: readonly RawObject[]): void {
  for (const { oid, type, bytes } of objects) decodeObject(git, oid, type, bytes)
}

/** Returns the reason for a refused update, and adds GitHub's messages. */
function applyUpdate(
  store: Session,
  repository: Repository,
  update: RefUpdate,
  messages: string[],
): string | undefined {
  const { name, before, after } = update
  const page = `${store.webUrl}/${store.nameWithOwner(repository)}`
  if (name.startsWith("refs/pull/")) return "deny updating a hidden ref"
  try {
    transaction(store, () => pushRef(store, repository, update))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [reason = "", ...rules] = error.message.split("\n\n").filter(Boolean)
    if (reason === "Cannot delete the default branch") {
      return `refusing to delete the current branch: ${name}`
    }
    if (reason !== "Repository rule violations found") return reason
    messages.push(
      `error: GH013: Repository rule violations found for ${name}.`,
      `Review all repository rules at ${page}/rules?ref=${encodeURIComponent(name)}`,
      "",
      ...rules.flatMap((rule) => [`- ${rule}`, ""]),
    )
    return "push declined due to repository rule violations"
  }
  const branch = /^refs\/heads\/(.*)$/.exec(name)?.[1]
  if (branch !== undefined && !before && after && branch !== repository.defaultBranch) {
    messages.push(
      "",
      `Create a pull request for '${branch}' on GitHub by visiting:`,
      `     ${page}/pull/new/${branch}`,
      "",
    )
  }
  return undefined
}

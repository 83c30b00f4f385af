/** The file that a run and its workers write to. With the branch, it is the only memory of a run. */
import { createHash } from "node:crypto"
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { ChainProblem } from "../problem/index.js"
import {
  type Header,
  isProgress,
  type Line,
  type Progress,
  parseLine,
  SCHEMA_VERSION,
  type SpawnedLine,
} from "./line.js"

/** Path of the file in the repository. */
export const MANIFEST_PATH = ".claude/.idd/state/chain-spawned-issues.jsonl"

export interface Contents {
  readonly header: Header
  /** The complete lines after the header, in the order of writing. */
  readonly lines: readonly Exclude<Line, Header>[]
  /** Numbers of unreadable lines, counted from 1. */
  readonly garbled: readonly number[]
  readonly bytes: Buffer
}

/** A run's access to the manifest of a repository. */
export type ManifestPort = ReturnType<typeof manifestOf>

/** @param root - the repository's folder */
export function manifestOf(root: string) {
  const path = join(root, MANIFEST_PATH)
  return {
    read: () => readManifest(root),
    /**
     * Begins a new manifest; that of a finished run is kept beside it.
     *
     * @throws `ChainProblem` if another run has begun in the meantime
     */
    create: (header: Omit<Header, "type" | "schema_version">) => {
      const before = readManifest(root)
      if (before !== undefined && !hasEnded(before)) throw underWay()
      if (before !== undefined) renameSync(path, keptPath(path, before.bytes))
      const first: Header = { type: "chain", schema_version: SCHEMA_VERSION, ...header }
      createWhole(path, `${JSON.stringify(first)}\n`)
    },
    /** Appends an event, and returns once it is on disk. */
    record: (progress: Progress) =>
      append(path, (bytes) => ({ ...progress, before: sha256(bytes), bytes: bytes.length })),
    /** Undoes a worker's changes. */
    restore: (bytes: Buffer) => writeWhole(path, bytes),
    /** Removes a manifest that was just created. */
    discard: () => rmSync(path),
  }
}

export const hasEnded = ({ lines }: Contents): boolean => lines.some(({ type }) => type === "ended")

/** The contents of a repository's manifest; undefined if there is none. */
export function readManifest(root: string): Contents | undefined {
  const path = join(root, MANIFEST_PATH)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
  return parseManifest(bytes)
}

/** @throws `ChainProblem` if the manifest has another version, or was changed. */
function parseManifest(bytes: Buffer): Contents {
  const lines: Exclude<Line, Header>[] = []
  const garbled: number[] = []
  let header: Header | undefined
  let start = 0
  for (let number = 1; start < bytes.length; number += 1) {
    const newline = bytes.indexOf("\n", start)
    const end = newline < 0 ? bytes.length : newline
    const text = bytes.toString("utf8", start, end).trim()
    const line = parseLine(text)
    if (number === 1) header = headerOf(line, text)
    else if (line === undefined || line.type === "chain") {
      if (text !== "") garbled.push(number)
    } else {
      if (isProgress(line) && line.before !== sha256(bytes.subarray(0, line.bytes))) {
        throw changed(number)
      }
      lines.push(line)
    }
    start = end + 1
  }
  if (header === undefined) throw notOurs("it is empty")
  return { header, lines, garbled, bytes }
}

function headerOf(line: Line | undefined, text: string): Header {
  if (line?.type === "chain") return line
  let version: unknown
  try {
    version = Object(JSON.parse(text)).schema_version
  } catch {
    throw notOurs("its first line is not JSON")
  }
  throw notOurs(
    version === SCHEMA_VERSION
      ? "its first line is incomplete"
      : `its schema_version is ${JSON.stringify(version) ?? "missing"}, expected ${SCHEMA_VERSION}`,
  )
}

const keptPath = (path: string, bytes: Buffer): string =>
  path.replace(/\.jsonl$/, `.${sha256(bytes).slice(0, 8)}.jsonl`)

/** Records an issue that was filed. Several processes may do so at the same time, without losing lines. */
export function appendSpawned(root: string, spawned: Omit<SpawnedLine, "type">): void {
  if (readManifest(root) === undefined)
    throw new ChainProblem("no_manifest", `There is no ${MANIFEST_PATH}: no chain is running here.`)
  append(join(root, MANIFEST_PATH), () => ({ type: "spawned", ...spawned }))
}

function append(path: string, lineAfter: (bytes: Buffer) => object): void {
  const file = openSync(path, "a+")
  try {
    const bytes = readFileSync(path)
    // Keeps an incomplete line separate from the next one.
    const gap = bytes.at(-1) === NEWLINE ? "" : "\n"
    const line = lineAfter(Buffer.concat([bytes, Buffer.from(gap)]))
    // A single write at the end of the file, so that lines of other processes come before or after it.
    writeSync(file, `${gap}${JSON.stringify(line)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const NEWLINE = 10

/** Replaces the file atomically: it has either its old or its new text, whenever the machine stops. */
function writeWhole(path: string, text: string | Buffer): void {
  renameSync(writeBeside(path, text), path)
}

/** Like the above, if the file does not exist: only one of several processes creates it. */
function createWhole(path: string, text: string): void {
  const beside = writeBeside(path, text)
  try {
    linkSync(beside, path)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? underWay() : error
  } finally {
    rmSync(beside)
  }
}

function writeBeside(path: string, text: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true })
  const beside = `${path}.${process.pid}`
  rmSync(beside, { force: true })
  // Exclusive, because a repository may track a link of this name.
  const file = openSync(beside, "wx")
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return beside
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex")

const notOurs = (why: string) =>
  new ChainProblem("bad_manifest", `${MANIFEST_PATH} cannot be read: ${why}.`)

const underWay = () =>
  new ChainProblem(
    "under_way",
    `Another chain has started here. Wait until it ends, or remove ${MANIFEST_PATH}.`,
  )

const changed = (number: number) =>
  new ChainProblem(
    "bad_manifest",
    `${MANIFEST_PATH} was changed above line ${number}: it is append-only.`,
  )

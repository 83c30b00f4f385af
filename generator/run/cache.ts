import { readdirSync, readFileSync, rmSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import type { CardCache, RememberedCard } from "../compile/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { cloneAround, putFile, refuseLinks } from "../disk/index.js"
import {
  CONTRACTS_PATH,
  type Inputs,
  type KnownTexts,
  listFiles,
  type ProjectLayout,
  pathAt,
  readText,
  textOf,
} from "../read/index.js"
import { escapeUnit, type Hash, hash } from "../text/index.js"

/**
 * Compiled cards on disk, outside git: one file, since creating a file takes longer than compiling a small card. An
 * entry that is outdated, missing or damaged is compiled again, so a bad cache costs only time. Of generated files it
 * has the hashes; their texts are those on disk.
 */
export class DiskCache implements CardCache {
  private readonly path: string
  /** Key → checksum and JSON. */
  private readonly known: ReadonlyMap<string, string>
  private readonly used = new Map<string, string>()

  /**
   * Each version of the compiler, identified by `compiler`, has its own cache.
   *
   * @param texts - filled with the generated files that are read
   */
  constructor(
    private readonly place: ProjectLayout,
    compiler: string,
    private readonly texts: KnownTexts = new Map(),
  ) {
    this.path = join(cacheFolder(place), `${compiler}.cache`)
    this.known = linesOf(this.path)
  }

  get(key: string): RememberedCard | undefined {
    const line = this.known.get(key) ?? ""
    const [checksum, text] = splitAt(line)
    if (checksum !== hash(text)) return undefined
    try {
      const { card, compileContext }: RememberedCard = JSON.parse(text)
      const files = card.files.map(
        ([path, one]) => [path, path === key ? one : this.generated(path, one)] as const,
      )
      this.used.set(key, line)
      return { card: { ...card, files }, compileContext }
    } catch {
      return undefined
    }
  }

  /** @throws if the file is missing, or is not the one that was generated */
  private generated(path: string, expected: string): string {
    const text = textOf(this.place.root, pathAt(this.place, path), this.texts)
    if (text === undefined || hash(text) !== expected) throw new Error(`${path} has changed`)
    return text
  }

  /** A file with the name of the entry is a value, and not on disk. */
  set(key: string, { card, compileContext }: RememberedCard): void {
    const files = card.files.map(([path, one]) => [path, path === key ? one : hash(one)])
    const json = JSON.stringify({ card: { ...card, files }, compileContext })
    // Reading and writing ASCII takes a tenth of the time.
    const text = Buffer.from(json.replace(/[\u0080-\uffff]/g, escapeUnit)).toString("latin1")
    this.used.set(key, `${hash(text)} ${text}`)
  }

  /** Writes the entries that this run used, and removes the caches of other compilers. */
  save(): void {
    const lines = [...this.used].map(([key, line]) => `${key} ${line}\n`)
    writeQuietly(this.place, this.path, lines.join(""))
    const folder = dirname(this.path)
    try {
      // Through a link, these would be the files of somebody else.
      refuseLinks(folder, [cloneAround(this.place.root)])
      for (const name of readdirSync(folder).filter((name) => name !== basename(this.path)))
        rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // There is nothing to remove, or it is not permitted.
    }
  }
}

function linesOf(path: string): Map<string, string> {
  try {
    return new Map(readFileSync(path, "latin1").split("\n").map(splitAt))
  } catch {
    return new Map()
  }
}

function splitAt(text: string): [string, string] {
  const at = text.indexOf(" ")
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)]
}

/** Writes a file of the cache; a folder that cannot be written, or is reached through a link, is no error. */
function writeQuietly({ root }: ProjectLayout, path: string, text: string): void {
  try {
    putFile(path, text, cloneAround(root))
  } catch {
    // A missing entry only costs time.
  }
}

export interface CompilerLocation {
  /** The package, which holds the runtime too. */
  readonly root: string
  /** The folder of its code: `generator/`, or that of the bundle for `pnpm gen`. */
  readonly folder: string
}

/** The folder of a project for files outside git. */
export function cacheFolder({ root, package: installed }: ProjectLayout): string {
  return join(root, installed === undefined ? ".cache/gen" : "node_modules/.cache/ghx")
}

/** Further sources of the compiler in the package; a bundle contains them. */
const SHARED = ["schema/lazy", "runtime/suggestions", "runtime/properties", "runtime/route-names"]

export const cacheOf = (place: ProjectLayout, compiler: CompilerLocation): CardCache =>
  new DiskCache(place, compilerFingerprint(compiler))

/** The hash of the compiler's own code and of the versions that it is built with. */
export function compilerFingerprint({ root, folder }: CompilerLocation): string {
  const own = relative(root, folder)
  const isBundle = own !== "generator"
  const sources = [own, ...(isBundle ? [] : SHARED)].flatMap((one) => listFiles(root, one))
  // A bundle contains the libraries, and the names of its chunks contain their hashes.
  const isChunk = (path: string) => /-[A-Z\d]{8}\.js$/.test(path)
  const paths = isBundle ? sources : [...sources, "pnpm-lock.yaml"]
  const code = paths.map((path) => [path, isChunk(path) ? "" : readText(join(root, path))])
  return hash(JSON.stringify(code)).slice(0, 16)
}

/** The inputs, messages and files of the last successful run. */
interface LastRun {
  /** The folder of generated files. */
  readonly output?: string
  /** Hash of the compiler and of everything that it read. */
  readonly inputs: string
  /** Path → hash of every generated file. */
  readonly outputs: Readonly<Record<string, string>>
  readonly warnings: readonly Diagnostic[]
}

/** The hash of a compiler and of everything that it reads. */
export function hashOfInputs(compiler: string, inputs: Inputs, hash: Hash): string {
  const { schema, rest = "", gh = "", contracts = null } = inputs
  const pins = [schema, rest, gh].map(hash)
  const files = [inputs, inputs.package].map((one) => [
    ...(one?.cards ?? []),
    ...(one?.operations ?? []),
  ])
  return hash(JSON.stringify([compiler, files, pins, contracts]))
}

/** The last successful run over a project, if one is remembered. */
export function lastRunOver(place: ProjectLayout): LastRun | undefined {
  try {
    return JSON.parse(readFileSync(join(cacheFolder(place), LAST_RUN), "utf8"))
  } catch {
    return undefined
  }
}

const LAST_RUN = "last-run.json"

/** Whether a run would read the same inputs as the last one, and none of the files that it wrote has changed since. */
export function isUnchanged(place: ProjectLayout, inputs: string, last: LastRun): boolean {
  if (last.inputs !== inputs || last.output !== place.output) return false
  try {
    const extra = listFiles(place.root, place.output).some(
      (path) => path !== pathAt(place, CONTRACTS_PATH) && !Object.hasOwn(last.outputs, path),
    )
    const isSame = ([path, expected]: [string, string]) =>
      hash(readText(join(place.root, path))) === expected
    return !extra && Object.entries(last.outputs).every(isSame)
  } catch {
    return false
  }
}

/** Remembers a run after which the files on disk match the inputs. */
export function rememberRun(
  place: ProjectLayout,
  inputs: string,
  files: ReadonlyMap<string, string>,
  warnings: readonly Diagnostic[],
): void {
  const outputs = Object.fromEntries([...files].map(([path, text]) => [path, hash(text)]))
  const last: LastRun = { output: place.output, inputs, outputs, warnings }
  writeQuietly(place, join(cacheFolder(place), LAST_RUN), JSON.stringify(last))
}

/** The compiler's command on copies of this project. */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { buildSync } from "esbuild"
import { vi } from "vitest"
import {
  CONTRACTS_PATH,
  listFiles,
  ownLayout,
  PIN_FILES,
  SCHEMA_PATH,
} from "../generator/read/index.js"
import { COMPILER, ROOT } from "./projects.js"

const PARTS = ["cards", "operations", "generated", "skills"]

/** The compiler's cache of its last run, which makes the next run faster. */
export const LAST_RUN = ".cache/gen"

/**
 * Copies the compiler's inputs, outputs and cache into a folder, without the contract lock, so that cards
 * may change.
 */
export function copyProject(folder: string): void {
  const parts = [...PARTS, LAST_RUN].filter((part) => existsSync(join(ROOT, part)))
  for (const part of parts) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  rmSync(join(folder, CONTRACTS_PATH), { force: true })
  linkPins(folder)
}

/** Cards and documents to which cards of most domains refer. */
export const SHARED = ["shapes", "shared", "lookup"]

/** Copies some folders of cards and operations into a project, without generated files. */
export function copyCards(project: string, ...names: readonly string[]): void {
  for (const path of names.flatMap((name) => [`cards/${name}`, `operations/${name}`])) {
    const source = join(ROOT, path)
    if (existsSync(source)) cpSync(source, join(project, path), { recursive: true })
  }
}

/**
 * Copies `test/small-project/` into a folder: cards of every route, lists, writes, lookups and shapes, without
 * generated files. The compiler's command behaves the same for six cards and for any other number.
 */
export function copySmallProject(folder: string): void {
  cpSync(join(ROOT, "test/small-project"), folder, { recursive: true })
  linkPins(folder)
}

export function linkPins(folder: string): void {
  mkdirSync(dirname(join(folder, SCHEMA_PATH)), { recursive: true })
  for (const pin of PIN_FILES) symlinkSync(join(ROOT, pin), join(folder, pin))
}

export interface CommandResult {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs `pnpm gen` on a project. */
export function runGenerator(
  project: string,
  args: readonly string[] = [],
  options: RunOptions = {},
): CommandResult {
  return run([join(ROOT, COMPILER), "--root", project, ...args], options)
}

/**
 * The same in this process: loading the compiler takes five times as long as compiling a small project. For cases
 * that need a process, such as other environment variables, use {@link runGenerator}.
 */
export async function generateHere(
  project: string,
  args: readonly string[] = [],
  layoutOf = ownLayout,
): Promise<CommandResult> {
  const { gen } = await import("../generator/index.js")
  const printed = { stdout: "", stderr: "" }
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += text
      return true
    }),
  )
  try {
    const exitCode = await gen(["--root", project, ...args], { name: "gen", layoutOf })
    return { exitCode, ...printed }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/**
 * Runs a TypeScript file, with the paths of the given `tsconfig.json`. It is bundled into a file beside it,
 * because tsx compiles module by module, which takes longer than most programs.
 */
export const runScript = (script: string, tsconfig: string): CommandResult =>
  run([bundled(script, tsconfig)], {})

/** Bundles a TypeScript file into one beside it, and returns its path. */
export function bundled(script: string, tsconfig: string): string {
  const outfile = script.replace(/\.ts$/, ".bundle.js")
  buildSync({
    entryPoints: [script],
    outfile,
    tsconfig,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "warning",
  })
  return outfile
}

function run(args: readonly string[], { cwd = ROOT, env = {} }: RunOptions): CommandResult {
  const result = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 26,
  })
  if (result.error !== undefined) throw result.error
  const { status, stdout, stderr } = result
  return { exitCode: status, stdout, stderr }
}

/** Path → hash of every file that the compiler reads or writes, except its cache. */
export function contentsOf(project: string): Map<string, string> {
  return eachFile(project, (path) =>
    createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16),
  )
}

/** Path → identity and time of each file. They only stay equal if nobody wrote the file, even with the same text. */
export function writesOf(project: string): Map<string, string> {
  return eachFile(project, (path) => {
    const { ino, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
    return `${ino} ${mtimeNs} ${ctimeNs}`
  })
}

function eachFile<T>(project: string, describe: (path: string) => T): Map<string, T> {
  const folders = ["cards", "operations", "generated", "docs", "skills"]
  const files = folders.flatMap((folder) => listFiles(project, folder))
  const paths = [...files, ...PIN_FILES]
  return new Map(paths.map((path) => [path, describe(join(project, path))]))
}

/** The paths in which two listings differ. */
export function differences<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>) {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort()
}

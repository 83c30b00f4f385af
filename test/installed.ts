/** The built package in the folder of a user. */
import { execFile } from "node:child_process"
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { made } from "./made.js"
import { ROOT } from "./projects.js"

const run = promisify(execFile)

/** Marks the built package; make rebuilds it if it is out of date. */
const BUILT = ".cache/built/made"
const PACKED = ".cache/built/ghx.tgz"

/** The folder of the package, built from the current sources. */
export async function builtPackage(): Promise<string> {
  await made(BUILT)
  return dirname(BUILT)
}

/**
 * Creates an empty folder below `.cache/` with ghx in it, where the package's own dependencies are found. The files of
 * ghx must not be changed: all these folders share them.
 */
export async function createFolderWithPackage(name: string): Promise<string> {
  const folder = createFolder(name)
  linkFiles(join(ROOT, await builtPackage()), join(folder, "node_modules/ghx"))
  return folder
}

/** Copies a folder as links, because creating 1,600 files on a disk takes up to two seconds. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFiles(source, target)
    else linkSync(source, target)
  }
}

function createFolder(name: string): string {
  const folder = join(ROOT, ".cache", name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, "node_modules/ghx"), { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  return folder
}

/** The tarball that would be published, copied to a folder. */
export async function packInto(folder: string): Promise<void> {
  await made(PACKED)
  copyFileSync(join(ROOT, PACKED), join(folder, "ghx-0.1.0.tgz"))
}

/** A separate empty project, outside of this repository. */
export function createProject(manifest: object = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "ghx-user-"))
  const described = { private: true, type: "module", ...manifest }
  writeFileSync(join(folder, "package.json"), JSON.stringify(described))
  return folder
}

/** Runs a program without the environment variables of npm or make. */
export function typeBare(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ stdout: string; stderr: string }> {
  const isForeign = /^(npm_|MAKE|VITEST|NODE_ENV|TEST$|GH_TOKEN$|GITHUB_)/i
  const inherited = Object.entries(process.env).filter(([name]) => !isForeign.test(name))
  return run(program, args, { cwd, env: { ...Object.fromEntries(inherited), ...env } })
}

/** Like {@link createFolderWithPackage}, with all files of the tarball, such as cards, pages and pins. */
export async function createFolderWithTarball(name: string): Promise<string> {
  const folder = createFolder(name)
  await made(PACKED)
  const to = join(folder, "node_modules/ghx")
  await run("tar", ["-xzf", join(ROOT, PACKED), "-C", to, "--strip-components=1"])
  return folder
}

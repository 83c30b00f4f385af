import { isAscii } from "node:buffer"
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { cloneAround, LinkError, refuseLinks } from "../disk/index.js"
import { compareText } from "../text/index.js"
import {
  CONTRACTS_PATH,
  GH_PATH,
  type Inputs,
  ownLayout,
  PACKAGE_FOLDER,
  type PackageFiles,
  PLANNED_PATH,
  type ProjectLayout,
  pathAt,
  REST_PATH,
  readText,
  SCHEMA_PATH,
} from "./inputs.js"

/**
 * Files below a folder, as sorted paths from the root with forward slashes.
 *
 * @throws ProjectError if the folder, or a link in it, leads out of the project, or if a link leads to a folder,
 *   whose files would be skipped silently.
 */
export function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  requireWithin(root, folder)
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .map((entry) => {
      const path = `${entry.parentPath}${sep}${entry.name}`.slice(root.length + 1)
      return { entry, path: path.replaceAll(sep, "/") }
    })
    .filter(({ entry, path }) => entry.isFile() || (entry.isSymbolicLink() && isFile(root, path)))
    .map(({ path }) => path)
    .sort(compareText)
}

/**
 * Reads everything that the compiler needs from a project, including files of an installed package. A project without
 * pins of its own uses those of the package.
 */
export function readInputs(project: string | ProjectLayout): Inputs {
  const place = typeof project === "string" ? ownLayout(project) : project
  const { root, package: installed } = place
  const pinned = (path: string) =>
    readIfThere(join(root, path)) ??
    (installed === undefined ? undefined : readIfThere(join(installed, path)))
  const schema = pinned(SCHEMA_PATH)
  if (schema === undefined)
    throw new ProjectError(`There is no ${SCHEMA_PATH} in ${root}: is that the project?`)
  const lock = pathAt(place, CONTRACTS_PATH)
  if (existsSync(join(root, lock))) requireWithin(root, lock)
  const contracts = readIfThere(join(root, lock))
  const [rest, gh] = [REST_PATH, GH_PATH].map(pinned)
  return {
    cards: readTexts(root, "cards"),
    operations: readTexts(root, "operations"),
    schema,
    ...(rest !== undefined && { rest }),
    ...(gh !== undefined && { gh }),
    ...(contracts !== undefined && { contracts }),
    ...(installed !== undefined && { package: readPackage(installed) }),
  }
}

function readPackage(folder: string): PackageFiles {
  const below = (own: string) =>
    new Map([...readTexts(folder, own)].map(([path, text]) => [`${PACKAGE_FOLDER}${path}`, text]))
  const planned = readIfThere(join(folder, PLANNED_PATH))
  return {
    cards: below("cards"),
    operations: below("operations"),
    ...(planned !== undefined && { planned }),
  }
}

export function readIfThere(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const bytes = readFileSync(path)
  // Pins are long, and take a third of the time as ASCII.
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8").replaceAll("\r\n", "\n")
}

/** The contents of a folder's files, by their paths from the root; hidden files are left out. */
export function readTexts(root: string, folder: string): Map<string, string> {
  const paths = listFiles(root, folder).filter((path) => !path.split("/").at(-1)?.startsWith("."))
  return new Map(paths.map((path) => [path, readText(join(root, path))]))
}

/** Contents of files by path, as last read, each with a stamp that changes whenever the file does. */
export type KnownTexts = Map<string, { readonly text: string; readonly stamp: string }>

/** A file, if there is one; it is read again only if it has changed. */
export function textOf(root: string, path: string, known: KnownTexts): string | undefined {
  const file = join(root, path)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  const stamp = `${stats.ino} ${stats.size} ${stats.ctimeMs}`
  const last = known.get(path)
  if (last?.stamp === stamp) return last.text
  const text = readText(file)
  known.set(path, { text, stamp })
  return text
}

/** A link to a file of the project is read like a file; a broken link is ignored. */
function isFile(root: string, link: string): boolean {
  const stats = statSync(join(root, link), { throwIfNoEntry: false })
  if (stats === undefined) return false
  requireWithin(root, link)
  if (stats.isFile()) return true
  throw new ProjectError(`${link} is a link to a folder. Replace it by a folder`)
}

/** The folder is not a ghx project, or cannot be read or written. */
export class ProjectError extends Error {}

const CURES: Readonly<Record<string, string>> = {
  EACCES: "Give your user access to it",
  EPERM: "Give your user access to it",
  EROFS: "Use a folder that can be written",
  ENOTDIR: "Replace the file by a folder",
  ELOOP: "Remove the link",
}

/** One line about a project, or a file that cannot be read or written; undefined for any other error. */
export function problemIn(error: unknown): string | undefined {
  if (error instanceof ProjectError) return error.message
  const { code, path, message } = Object(error)
  if (typeof path !== "string" || typeof code !== "string") return undefined
  const [reason = code] = String(message)
    .replace(/^\w+: /, "")
    .split(",")
  const cure = CURES[code]
  return `${relative(process.cwd(), path)} cannot be used: ${reason}${cure ? `. ${cure}` : ""}`
}

/**
 * Throws if a file of a project is reached through a link that leads out of it: its contents would appear
 * in diagnostics, and writing would change files elsewhere.
 */
export function requireWithin(root: string, path: string): void {
  requireAllWithin(root, [path])
}

/** The same for many files. Each folder is resolved only once; within it, only links are resolved. */
export function requireAllWithin(root: string, paths: Iterable<string>): void {
  const top = realpathSync.native(root)
  const known = new Set<string>()
  for (const path of paths) {
    const place = join(root, path)
    const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
    const followed = isLink ? place : dirname(place)
    if (known.has(followed)) continue
    const real = realPathOf(nearestThere(followed))
    if (real === undefined) throw new ProjectError(`${path} is a link to nothing. Remove it`)
    if (real !== top && !real.startsWith(top + sep)) {
      throw new ProjectError(
        `${path} leads out of the project, through a link to ${real}. Replace the link by a file or folder`,
      )
    }
    known.add(followed)
  }
}

/**
 * Throws if a file that will be written is reached through any link to a folder: one within the project may lead into
 * git's own.
 */
export function requireWritable(root: string, paths: readonly string[]): void {
  requireAllWithin(root, paths)
  const clone = cloneAround(root)
  try {
    for (const folder of new Set(paths.map((path) => dirname(join(root, path))))) {
      refuseLinks(folder, [clone])
    }
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    throw new ProjectError([error.message, error.fix].filter(Boolean).join(". "))
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** The path itself, or its nearest existing parent; links are resolved. */
function nearestThere(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) ? path : nearestThere(dirname(path))
}

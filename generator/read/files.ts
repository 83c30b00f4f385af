import { existsSync, readdirSync, statSync } from "node:fs"
import { join, sep } from "node:path"
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
import { ProjectError, requireWithin } from "./within.js"

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
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .map(({ entry, path }) => ({
      entry,
      path: path
        .slice(root.length + 1)
        .split(sep)
        .join("/"),
    }))
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

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readText(path) : undefined
}

/** The contents of a folder's files, by their paths from the root; hidden files are left out. */
export function readTexts(root: string, folder: string): Map<string, string> {
  const paths = listFiles(root, folder).filter((path) => !path.split("/").at(-1)?.startsWith("."))
  return new Map(paths.map((path) => [path, readText(join(root, path))]))
}

/** A link to a file of the project is read like a file; a broken link is ignored. */
function isFile(root: string, link: string): boolean {
  const stats = statSync(join(root, link), { throwIfNoEntry: false })
  if (stats === undefined) return false
  requireWithin(root, link)
  if (stats.isFile()) return true
  throw new ProjectError(`${link} is a link to a folder. Replace it by a folder`)
}

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, resolve, sep } from "node:path"
import { compareText } from "../text/index.js"
import {
  CONTRACTS_PATH,
  GH_PATH,
  type Inputs,
  NODE_IDS_PATH,
  PACKAGE_FOLDER,
  type PackageFiles,
  REST_PATH,
  SCHEMA_PATH,
} from "./inputs.js"
import { ProjectError, requireWithin } from "./within.js"

/**
 * Files below a folder, as paths from the root with forward slashes, in order.
 *
 * @throws ProjectError where the folder, or a link in it, leads out of the project or to a folder:
 * what is below a linked folder would be passed over without a word.
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
 * Reads all that the compiler needs from a project's folder. Where the package is installed in it, cards
 * can take from that too, and its pins are those of a project that has none.
 */
export function readInputs(root: string): Inputs {
  const installed = resolve(root, PACKAGE_FOLDER)
  const pinned = (path: string) =>
    readIfThere(join(root, path)) ?? readIfThere(join(installed, path))
  const schema = pinned(SCHEMA_PATH)
  if (schema === undefined)
    throw new ProjectError(`There is no ${SCHEMA_PATH} in ${root}: is that the project?`)
  if (existsSync(join(root, CONTRACTS_PATH))) requireWithin(root, CONTRACTS_PATH)
  const contracts = readIfThere(join(root, CONTRACTS_PATH))
  const [rest, gh, nodeIds] = [REST_PATH, GH_PATH, NODE_IDS_PATH].map(pinned)
  return {
    cards: readTexts(root, "cards"),
    operations: readTexts(root, "operations"),
    schema,
    ...(rest !== undefined && { rest }),
    ...(gh !== undefined && { gh }),
    ...(nodeIds !== undefined && { nodeIds }),
    ...(contracts !== undefined && { contracts }),
    ...(existsSync(join(installed, "cards")) && { package: readPackage(installed) }),
  }
}

function readPackage(folder: string): PackageFiles {
  const below = (folders: readonly string[]) =>
    new Map(
      folders
        .flatMap((one) => [...readTexts(folder, one)])
        .map(([path, text]) => [`${PACKAGE_FOLDER}${path}`, text]),
    )
  return {
    cards: below(["cards/shapes", "cards/shared"]),
    operations: below(["operations/lookup", "operations/shapes"]),
  }
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined
}

function readTexts(root: string, folder: string): Map<string, string> {
  const paths = listFiles(root, folder).filter((path) => !path.split("/").at(-1)?.startsWith("."))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]))
}

/** A link to a file of the project counts as one; a link that leads nowhere does not. */
function isFile(root: string, link: string): boolean {
  const stats = statSync(join(root, link), { throwIfNoEntry: false })
  if (stats === undefined) return false
  requireWithin(root, link)
  if (stats.isFile()) return true
  throw new ProjectError(`${link} is a link to a folder: put a folder of its own there`)
}

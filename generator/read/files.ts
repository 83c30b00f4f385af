import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, sep } from "node:path"
import { compareText } from "../text.js"
import { CONTRACTS_PATH, GH_PATH, type Inputs, REST_PATH, SCHEMA_PATH } from "./inputs.js"

/** Files below a folder, as paths from the root with forward slashes, in order. */
export function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ entry, path }) => entry.isFile() || (entry.isSymbolicLink() && isFile(path)))
    .map(({ path }) =>
      path
        .slice(root.length + 1)
        .split(sep)
        .join("/"),
    )
    .sort(compareText)
}

/** The folder is no project of ghx. */
export class MissingProjectError extends Error {}

/** Reads all that the compiler needs from a project's folder. */
export function readInputs(root: string): Inputs {
  if (!existsSync(join(root, SCHEMA_PATH))) {
    throw new MissingProjectError(`There is no ${SCHEMA_PATH} in ${root}: is that the project?`)
  }
  const [contracts, rest, gh] = [CONTRACTS_PATH, REST_PATH, GH_PATH].map((path) =>
    readIfThere(join(root, path)),
  )
  return {
    cards: readTexts(root, "cards"),
    operations: readTexts(root, "operations"),
    schema: readFileSync(join(root, SCHEMA_PATH), "utf8"),
    ...(rest !== undefined && { rest }),
    ...(gh !== undefined && { gh }),
    ...(contracts !== undefined && { contracts }),
  }
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined
}

function readTexts(root: string, folder: string): Map<string, string> {
  const paths = listFiles(root, folder).filter((path) => !path.split("/").at(-1)?.startsWith("."))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]))
}

/** A link to a file counts as one; a link that leads nowhere does not. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

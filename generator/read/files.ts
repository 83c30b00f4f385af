import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"
import { compareText } from "../text.js"
import { CONTRACTS_PATH, type Inputs, SCHEMA_PATH } from "./inputs.js"

/** Files below a folder, as paths from the root with forward slashes, in order. */
export function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join("/"),
    )
    .sort(compareText)
}

/** Reads all that the compiler needs from a project's folder. */
export function readInputs(root: string): Inputs {
  const contracts = join(root, CONTRACTS_PATH)
  return {
    cards: readTexts(root, "cards"),
    operations: readTexts(root, "operations"),
    schema: readFileSync(join(root, SCHEMA_PATH), "utf8"),
    ...(existsSync(contracts) ? { contracts: readFileSync(contracts, "utf8") } : {}),
  }
}

function readTexts(root: string, folder: string): Map<string, string> {
  const paths = listFiles(root, folder).filter((path) => !path.split("/").at(-1)?.startsWith("."))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]))
}

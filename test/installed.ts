/** A folder of somebody who has installed the package as it is built. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { made } from "./made.js"
import { ROOT } from "./projects.js"

/** The package as it is built, in a folder of its own: the Makefile says how. */
const PACKAGE = ".cache/test/package/made"

/** An empty folder below `.cache/`, where the package's own dependencies are found, with ghx in it. */
export async function createFolderWithPackage(name: string): Promise<string> {
  const folder = join(ROOT, ".cache", name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await made(PACKAGE)
  cpSync(join(ROOT, dirname(PACKAGE)), join(folder, "node_modules/ghx"), { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  return folder
}

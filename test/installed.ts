/** A folder of somebody who has installed the package as it is built. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { made } from "./made.js"
import { ROOT } from "./projects.js"

/** Made where the package as it is built is up to date, in a folder of its own: the Makefile says how. */
const BUILT = ".cache/built/made"

/** The package as it is built, from the sources as they are: a folder of this repository. */
export async function builtPackage(): Promise<string> {
  await made(BUILT)
  return dirname(BUILT)
}

/** An empty folder below `.cache/`, where the package's own dependencies are found, with ghx in it. */
export async function createFolderWithPackage(name: string): Promise<string> {
  const folder = join(ROOT, ".cache", name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(ROOT, await builtPackage()), join(folder, "node_modules/ghx"), { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  return folder
}

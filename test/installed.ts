/** A folder of somebody who has installed the package as it is built. */
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { writePackage } from "../build/package.js"
import { ROOT } from "./projects.js"

/** An empty folder below `.cache/`, where the package's own dependencies are found, with ghx in it. */
export async function createFolderWithPackage(name: string): Promise<string> {
  const folder = join(ROOT, ".cache", name)
  rmSync(folder, { recursive: true, force: true })
  const installed = join(folder, "node_modules/ghx")
  mkdirSync(installed, { recursive: true })
  const build = ["-p", "tsconfig.build.json", "--outDir", join(installed, "dist")]
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), build, { cwd: ROOT })
  await writePackage(ROOT, join(installed, "dist"))
  cpSync(join(ROOT, "package.json"), join(installed, "package.json"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  return folder
}

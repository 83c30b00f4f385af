/** The package with copies of this repository's capabilities under other ids. */
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { freshCopy } from "../../test/fresh-copy.js"
import { writePackage } from "../build/package.js"
import { copyCards, ownCards } from "./copies.js"

/**
 * Generates and builds the package.
 *
 * @param more - the number of additional capabilities
 * @param to - the folder of the package, for instance in a project's `node_modules`
 */
export async function writePackageWithMore(more: number, to: string): Promise<void> {
  const copy = freshCopy()
  copyCards(copy, ownCards().length + more)
  execFileSync(process.execPath, ["--import", "tsx", "generator/main.ts"], { cwd: copy })
  mkdirSync(to, { recursive: true })
  await writePackage(copy, join(to, "dist"))
  cpSync(join(copy, "package.json"), join(to, "package.json"))
  rmSync(copy, { recursive: true, force: true })
}

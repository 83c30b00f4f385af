/** Copies of this repository like a fresh clone, with node_modules linked. */
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ROOT } from "./projects.js"

/**
 * Copies the files that git tracks or would track, with their times, so that nothing is installed again. Also copies
 * folders that make has brought up to date here.
 */
export function freshCopy(...made: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "ghx-copy-"))
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
  const paths = execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\0")
  for (const path of paths.filter((path) => path !== "" && existsSync(join(ROOT, path)))) {
    cpSync(join(ROOT, path), join(folder, path), { preserveTimestamps: true })
  }
  for (const part of made.filter((part) => existsSync(join(ROOT, part)))) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, preserveTimestamps: true })
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "dir")
  return folder
}

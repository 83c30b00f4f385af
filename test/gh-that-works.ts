import { writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Writes a program that runs the real gh, but answers itself whether gh works: each client asks this before its first
 * call, which takes as long as the call.
 *
 * @param before - a command of the shell that is run before gh
 * @returns the path of the program
 */
export function ghThatWorks(folder: string, before = ":"): string {
  const path = join(folder, "gh-that-works")
  const program = `#!/bin/sh\n[ "$1" = --version ] && exit 0\n${before}\nexec gh "$@"\n`
  writeFileSync(path, program, { mode: 0o755 })
  return path
}

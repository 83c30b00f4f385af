import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The path of a file of the package, from its root, however deep this module was bundled. */
export function packageFile(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const path = join(folder, name)
    if (existsSync(path)) return path
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`${name} is missing in the package`)
    folder = parent
  }
}

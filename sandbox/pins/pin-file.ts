import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The path of a pin: they lie at the package's root, however deep this module was bundled. */
export function pinFile(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const path = join(folder, "schema", name)
    if (existsSync(path)) return path
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`sandbox: schema/${name} is missing`)
    folder = parent
  }
}

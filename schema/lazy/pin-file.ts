import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * The path of a pin: they lie at the package's root, however deep this module was bundled. In a bundle of a
 * user's, the package is beside it.
 *
 * @param reader - who needs it, for the message where there is none: `The sandbox needs`
 * @public
 */
export function pinFile(name: string, reader: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const paths = ["schema", "node_modules/ghx/schema"].map((at) => join(folder, at, name))
    const path = paths.find((one) => existsSync(one))
    if (path !== undefined) return path
    const parent = dirname(folder)
    if (parent === folder) {
      throw new Error(`${reader} the package ghx where it runs: schema/${name} is missing`)
    }
    folder = parent
  }
}

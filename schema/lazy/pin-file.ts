import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * The path of a pin at the package's root, wherever this module was bundled to. In a user's bundle, the
 * package is a sibling.
 *
 * @param reader - the user of the pin, for the message if it is missing: `The sandbox needs`
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

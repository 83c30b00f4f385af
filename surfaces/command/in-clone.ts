/** Writing into the current folder, which may be a stranger's clone. */
import { cwd } from "node:process"
import { cloneAround, LinkError } from "../../generator/disk/index.js"
import { UsageError, usable } from "./output/index.js"

export const currentClone = (): string => cloneAround(cwd())

/** @throws UsageError if the work is refused because of a link, or by the file system because a name is too long */
export function refusing<T>(work: () => T): T {
  try {
    return usable(work, LinkError)
  } catch (error) {
    const { code, path } = Object(error)
    if (code !== "ENAMETOOLONG") throw error
    throw new UsageError(`${JSON.stringify(path)} is too long for a file name`)
  }
}

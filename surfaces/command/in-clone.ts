/** Writing into the current folder, which may be a stranger's clone. */
import { cwd } from "node:process"
import { cloneAround, LinkError } from "../../generator/disk/index.js"
import { UsageError } from "./output/index.js"

export const currentClone = (): string => cloneAround(cwd())

/** @throws UsageError if the work is refused because of a link */
export function refusing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof LinkError ? new UsageError(error.message, error.fix) : error
  }
}

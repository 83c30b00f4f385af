/** Writing into the current folder, which may be a stranger's clone. */
import { cwd } from "node:process"
import { cloneAround, LinkError } from "../../generator/disk/index.js"
import { usable } from "./output/index.js"

export const currentClone = (): string => cloneAround(cwd())

/** @throws UsageError if the work is refused because of a link */
export const refusing = <T>(work: () => T): T => usable(work, LinkError)

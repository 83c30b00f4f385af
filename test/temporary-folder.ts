/** Where tests put temporary files. */
import { readFileSync, statfsSync } from "node:fs"

/** A file system in memory, on Linux. */
const MEMORY = "/dev/shm"

/** More than all temporary files of a run. A container may have 64 MB. */
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * The environment variable for a folder in memory, if there is room and programs may run there. Creating, copying and
 * removing a file takes a tenth of the processor time that it takes on a disk, and tests create tens of thousands.
 */
export function temporaryFolder(): { readonly TMPDIR?: string } {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n")
    const [, , type, options = ""] =
      mounts.map((line) => line.split(" ")).find(([, path]) => path === MEMORY) ?? []
    const { bavail, bsize } = statfsSync(MEMORY)
    const isFit = type === "tmpfs" && !options.split(",").includes("noexec")
    return isFit && bavail * bsize >= ENOUGH_BYTES ? { TMPDIR: MEMORY } : {}
  } catch {
    return {}
  }
}

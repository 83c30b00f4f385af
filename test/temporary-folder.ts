/** Where tests put temporary files. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A file system in memory, on Linux. */
const MEMORY = "/dev/shm"

/** More than all temporary files of a run. A container may have 64 MB. */
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * Makes a folder for the temporary files of a run, which this process and those that it starts use: in memory if
 * there is room and programs may run there. Creating, copying and removing a file takes a tenth of the processor
 * time that it takes on a disk, and tests create tens of thousands.
 *
 * @returns a function that removes the folder with what tests have left in it
 */
export function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), "ghx-tests-"))
  // Postgres runs as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

function hasMemory(): boolean {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n")
    const [, , type, options = ""] =
      mounts.map((line) => line.split(" ")).find(([, path]) => path === MEMORY) ?? []
    const { bavail, bsize } = statfsSync(MEMORY)
    const isFit = type === "tmpfs" && !options.split(",").includes("noexec")
    return isFit && bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** Files of tasks in the form of `ghx chain --steps`. Loaded before one is written. */
import { statSync } from "node:fs"
import { createFile, replaceFile } from "../../generator/disk/index.js"
import { hiddenCharacters, type RecordedTask } from "../../runtime/index.js"
import { currentClone, refusing } from "./in-clone.js"
import { UsageError } from "./output/index.js"

/**
 * Creates a file before anything is sent, since a failure afterwards would lose data.
 *
 * @param option - the option that names the file: `--record`
 * @param tasks - its contents until the next write
 * @throws UsageError if the file exists already, or cannot be written
 */
export function claim(option: string, file: string, tasks: readonly RecordedTask[] = []): void {
  written(option, file, () => createFile(file, textOf(tasks), currentClone()))
}

/**
 * Replaces a claimed file atomically.
 *
 * @throws UsageError if the file cannot be written; it stays unchanged
 */
export function keep(option: string, file: string, tasks: readonly RecordedTask[]): void {
  written(option, file, () => replaceFile(file, textOf(tasks), currentClone()))
}

/** Identifies the file of this name and its last write; undefined if there is no such file. */
export function identityOf(file: string): string | undefined {
  // A removed file's inode may be reused, so it is not sufficient.
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats && `${stats.ino} ${stats.mtimeNs}`
}

function textOf(tasks: readonly RecordedTask[]): string {
  return `${JSON.stringify(tasks, undefined, 2).replace(hiddenCharacters, escaped)}\n`
}

/** Escapes invisible characters as in JSON. */
function escaped(unseen: string): string {
  const units = Array.from({ length: unseen.length }, (_, at) => unseen.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")
}

function written(option: string, file: string, write: () => void): void {
  try {
    refusing(write)
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { code, message } = Object(error)
    if (code !== "EEXIST") {
      const fix = "Check that its folder is writable, or use another file"
      throw new UsageError(`${option}: ${message}`, fix)
    }
    const fix = "Its steps may not have been run yet. Move it, or use another file"
    throw new UsageError(`${option}: ${file} already exists`, fix)
  }
}

/**
 * Files of tasks in the form of `ghx chain --steps`: `--record` writes recorded writes, `--unfinished` those that a chain
 * leaves. Loaded before one is written.
 */

import { randomUUID } from "node:crypto"
import { rmSync, statSync } from "node:fs"
import { createFile, replaceFile } from "../../generator/disk/index.js"
import {
  type Client,
  type RecordedTask,
  recordingClient,
  type UnfinishedTask,
} from "../../runtime/index.js"
import { revealedJson } from "../../runtime/text/index.js"
import { currentClone, refusing } from "./in-clone.js"
import { printNote, UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

/** Creates a file before anything is sent, since a failure afterwards would lose data; `option` names it. */
function claim(option: string, file: string, tasks: readonly RecordedTask[] = []): void {
  written(option, file, () => createFile(file, textOf(tasks), currentClone()))
}

/** Replaces a claimed file atomically, or leaves it unchanged. */
function keep(option: string, file: string, tasks: readonly RecordedTask[]): void {
  written(option, file, () => replaceFile(file, textOf(tasks), currentClone()))
}

/** Identifies the file of this name and its last write; undefined if there is no such file. */
function identityOf(file: string): string | undefined {
  // A removed file's inode may be reused, so it is not sufficient.
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats && `${stats.ino} ${stats.mtimeNs}`
}

function textOf(tasks: readonly RecordedTask[]): string {
  return `${revealedJson(JSON.stringify(tasks, undefined, 2))}\n`
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

/**
 * A client that records its writes in a file, which is replaced atomically.
 *
 * @throws UsageError if the file exists already, or cannot be written
 */
export function recordingIn(
  file: string,
  inner: Client,
  terminal: Terminal,
): { readonly client: Client; end(): void } {
  // Before anything is sent, because records that cannot be written would be lost.
  claim("--record", file)
  let own = identityOf(file)
  const isOwn = () => own !== undefined && own === identityOf(file)
  const { client, recording } = recordingClient(inner, {
    onRecord(tasks) {
      if (!isOwn()) {
        const fix = "Its steps may have been run already. Record again, into a new file"
        throw new UsageError(`--record: ${file} was deleted`, fix)
      }
      keep("--record", file, tasks)
      own = identityOf(file)
    },
  })
  const end = () => printNote(ended(), terminal)
  const ended = () => {
    const count = recording.length
    if (!isOwn()) return `${file} was deleted, with the steps recorded so far`
    if (count === 0) {
      rmSync(file)
      return "nothing was recorded, so no file was written"
    }
    const steps = count === 1 ? "1 step" : `${count} steps`
    return `recorded ${steps} in ${file}. To run: ghx chain --steps @${file}`
  }
  return { client, end }
}

/**
 * Claims a file for unfinished tasks. If there are none at the end, the file is removed.
 *
 * @param all - the initial contents, which remain if the process is killed
 * @throws UsageError if the file exists already, or cannot be written
 */
export function unfinishedIn(
  file: string,
  all: readonly UnfinishedTask[],
  terminal: Terminal,
): { end(tasks: readonly UnfinishedTask[]): void } {
  claim("--unfinished", file, all)
  const own = identityOf(file)
  return {
    end(tasks) {
      const isOwn = identityOf(file) === own
      if (!isOwn && tasks.length === 0) return
      if (!isOwn) {
        const beside = `${file}.${randomUUID()}`
        printNote(`${file} was changed by another process and is left as it is`, terminal)
        return unfinishedIn(beside, tasks, terminal).end(tasks)
      }
      if (tasks.length === 0) return rmSync(file, { force: true })
      keep("--unfinished", file, tasks)
      const steps = tasks.length === 1 ? "1 unfinished step" : `${tasks.length} unfinished steps`
      printNote(`${steps} in ${file}. To continue: ghx chain --steps @${file}`, terminal)
      const unknown = tasks.flatMap(({ as, outcome }) => (outcome ? [as] : []))
      if (unknown.length === 0) return
      const names = unknown.join(", ")
      const look = `Check on GitHub, then remove "outcome", or the step, from ${file}`
      printNote(`unknown whether these were applied: ${names}. ${look}`, terminal)
    },
  }
}

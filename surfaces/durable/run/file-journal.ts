/** A journal in a folder: a file of JSON lines for each run. */
import { constants, type FileHandle, mkdir, open, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { type Holder, holderIn, takeLease } from "./file-lease.js"
import {
  checkRunName,
  entryIn,
  type Journal,
  type JournalEntry,
  lineOf,
  lostLease,
  RunError,
} from "./journal.js"

export interface FileJournalOptions {
  /** Called for an incomplete last line, which is dropped. Emits a process warning by default. */
  readonly warn?: ((message: string) => void) | undefined
}

/** A journal in a folder, which also lists its runs. */
export interface FileJournal extends Journal {
  /** The names of all runs, sorted. */
  runs(): Promise<string[]>
  /** The process that executes a run; undefined if none does. */
  holder(run: string): Promise<Holder | undefined>
}

const FILE = "journal.jsonl"

/**
 * Keeps journals in a folder, created on first use: `RUN/journal.jsonl`, a line of JSON for each entry. Each write is synced
 * to the disk before it resolves. For processes of one machine, or of several that share the folder over a
 * file system with exclusive creation, such as NFS 3 or later.
 *
 * @example
 * durable(createClient(), { journal: fileJournal(".ghx/runs") })
 */
export function fileJournal(
  folder: string,
  { warn = (message) => process.emitWarning(message) }: FileJournalOptions = {},
): FileJournal {
  const folderOf = (run: string) => join(folder, encodeURIComponent(run))
  const fileOf = (run: string) => join(folderOf(run), FILE)
  const held = new Map<string, Held>()

  const append = async (run: string, entries: readonly JournalEntry[]) => {
    const own = held.get(run)
    if (!own) throw lostLease(run)
    const text = entries.map((entry) => `${lineOf(entry)}\n`).join("")
    own.writing = own.writing.then(() => write(own, text))
    await own.writing
    // Checked after the write, because a process that takes the lease later will then find the entry.
    if (!(await own.isHeld())) throw lostLease(run)
  }

  const read = async (run: string): Promise<{ entries: JournalEntry[]; length: number }> => {
    checkRunName(run)
    const file = fileOf(run)
    const text = await readFile(file, "utf8").catch(orNothing)
    const lines = text.split("\n")
    const torn = lines.pop() ?? ""
    if (torn !== "")
      warn(`${file}: its last line is incomplete and was ignored: a process was killed writing it`)
    const entries = lines.map((line, at) => {
      try {
        return entryIn(line)
      } catch (error) {
        const message = `${file}:${at + 1} cannot be read. Restore the file, or remove it to start over`
        throw new RunError(run, "store", message, { cause: error })
      }
    })
    return { entries, length: Buffer.byteLength(text) - Buffer.byteLength(torn) }
  }

  return {
    begin: append,
    finish: append,
    read: async (run) => (await read(run)).entries,
    async lease(run, ms) {
      checkRunName(run)
      await mkdir(folderOf(run), { recursive: true })
      const lease = await takeLease(folderOf(run), ms)
      if (!lease) return undefined
      // As "a+", but a link, such as of a stranger's clone, is not followed. Windows has no such flag.
      const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants
      const file = await open(fileOf(run), O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR, 0o600)
      // The next entry must not follow an incomplete line.
      const { length } = await read(run)
      await file.truncate(length)
      const own: Held = { file, isHeld: lease.isHeld, writing: Promise.resolve() }
      held.set(run, own)
      return {
        renew: lease.renew,
        async release() {
          if (held.get(run) === own) held.delete(run)
          await own.writing.catch(() => undefined)
          await file.close()
          await lease.release()
        },
      }
    },
    async holder(run) {
      checkRunName(run)
      return holderIn(folderOf(run)).catch((error: unknown) => orNothing(error) || undefined)
    },
    async runs() {
      const folders = await readdir(folder).catch(orNothing)
      return [...folders].map(decodeURIComponent).sort()
    },
  }
}

interface Held {
  readonly file: FileHandle
  isHeld(): Promise<boolean>
  /** Serializes the writes of one process. */
  writing: Promise<void>
}

async function write({ file }: Held, text: string): Promise<void> {
  await file.appendFile(text)
  await file.datasync()
}

/** A missing file is empty. */
function orNothing(error: unknown): "" {
  if (Object(error).code === "ENOENT") return ""
  throw error
}

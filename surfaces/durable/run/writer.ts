/**
 * Writes the entries of a run. Entries that arrive during a write are stored together by the next: one disk
 * sync for many steps. A store that is away for a while is retried.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Hold } from "./hold.js"
import { type Journal, type JournalEntry, RunError } from "./journal.js"

export interface Writer {
  /** Resolves when this entry, and all before it, are stored. */
  write(entry: JournalEntry): Promise<void>
  /** Whether anything was written. */
  hasWritten(): boolean
}

/** @param patience_ms - for how long to retry a store that does not answer */
export function writerTo(journal: Journal, run: string, held: Hold, patience_ms: number): Writer {
  const stored = async (entries: readonly JournalEntry[]): Promise<void> => {
    // Results of steps and the intents that follow from them are stored by one write.
    const method = entries.some(({ kind }) => kind === "intent") ? "begin" : "finish"
    const until = performance.now() + patience_ms
    for (let wait_ms = 10; ; wait_ms = Math.min(2 * wait_ms, 500)) {
      try {
        return await journal[method](run, entries)
      } catch (error) {
        const reason = permanent(error, run, performance.now() > until || held.signal.aborted)
        if (reason) {
          held.stop(reason)
          throw reason
        }
        // An entry that was stored and not acknowledged is stored twice, which is harmless.
        await sleep(wait_ms)
      }
    }
  }
  let written = false
  let next: { readonly entries: JournalEntry[]; readonly stored: Promise<void> } | undefined
  let before: Promise<unknown> = Promise.resolve()
  return {
    write(entry) {
      written = true
      if (next) {
        next.entries.push(entry)
        return next.stored
      }
      const entries = [entry]
      const own = before.then(async () => {
        // Calls that depend on a result start within this turn.
        await new Promise(setImmediate)
        next = undefined
        await stored(entries)
      })
      next = { entries, stored: own }
      before = own.catch(() => undefined)
      return own
    },
    hasWritten: () => written,
  }
}

function permanent(error: unknown, run: string, isOver: boolean): RunError | undefined {
  if (error instanceof RunError) return error
  if (!isOver) return undefined
  const message = `its journal cannot be written: ${error instanceof Error ? error.message : error}`
  return new RunError(run, "store", message, { cause: error })
}

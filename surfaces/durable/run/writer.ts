/**
 * Writes the entries of a run. Entries that arrive during a write are stored together by the next: one disk
 * sync for many steps. A store that is away for a while is retried.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Hold } from "./hold.js"
import { type Journal, type JournalEntry, RunError, storeError } from "./journal.js"

export interface Writer {
  /**
   * Resolves when this entry, and all before it, are stored. One that is still being made holds up those that
   * are stored with it; if it rejects, it is left out.
   */
  write(entry: JournalEntry | Promise<JournalEntry>): Promise<void>
  /** Whether anything was written. */
  hasWritten(): boolean
}

/**
 * Nobody waits for a result to be stored, and intents that follow from it come within milliseconds: one write
 * for both. A process that is killed in between leaves a step that is looked for on GitHub.
 */
const LINGER_MS = 5

const isAwaited = (entry: JournalEntry | Promise<JournalEntry>) =>
  entry instanceof Promise || (entry.kind !== "result" && entry.kind !== "waiting")

/** Entries that are stored together. */
interface Batch {
  readonly entries: (JournalEntry | Promise<JournalEntry | undefined>)[]
  readonly stored: Promise<void>
  /** Stores them now. */
  flush(): void
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
  let next: Batch | undefined
  let before: Promise<unknown> = Promise.resolve()
  const begin = (): Batch => {
    const entries: Batch["entries"][number][] = []
    let flush = () => {}
    const due = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LINGER_MS)
      flush = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    const own = Promise.all([before, due]).then(async () => {
      // Calls that depend on a result start within this turn.
      await new Promise(setImmediate)
      const all: (JournalEntry | undefined)[] = []
      // More may come while one is made.
      for (let at = 0; at < entries.length; at += 1) all.push(await entries[at])
      next = undefined
      await stored(all.filter((entry) => entry !== undefined))
    })
    before = own.catch(() => undefined)
    return { entries, stored: own, flush }
  }
  return {
    write(entry) {
      written = true
      next ??= begin()
      next.entries.push(entry instanceof Promise ? entry.catch(() => undefined) : entry)
      if (isAwaited(entry)) next.flush()
      return next.stored
    },
    hasWritten: () => written,
  }
}

function permanent(error: unknown, run: string, isOver: boolean): RunError | undefined {
  return isOver || error instanceof RunError ? storeError(run, error) : undefined
}

/**
 * Writes the entries of a run. Entries that arrive during a write are stored together by the next one, so that one
 * disk sync serves many steps. Retries if the store is unavailable for a while.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Hold } from "./hold.js"
import { type Journal, type JournalEntry, RunError, storeError } from "./journal.js"

export type Writer = ReturnType<typeof writerTo>

/**
 * Nobody waits for a result to be stored, and intents that depend on it follow within milliseconds, so one write
 * stores both. If the process is killed in between, the result of the step is looked for on GitHub.
 */
const LINGER_MS = 5

const isAwaited = (entry: JournalEntry | Promise<JournalEntry>) =>
  entry instanceof Promise || (entry.kind !== "result" && entry.kind !== "waiting")

interface Batch {
  readonly entries: (JournalEntry | Promise<JournalEntry | undefined>)[]
  readonly stored: Promise<void>
  /** Stores the entries of the batch now. */
  flush(): void
}

/** @param patience_ms - how long to retry if the store does not answer */
export function writerTo(journal: Journal, run: string, held: Hold, patience_ms: number) {
  const stored = async (entries: readonly JournalEntry[]): Promise<void> => {
    // One write stores the results of steps and the intents that depend on them.
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
        // An entry that was stored but not acknowledged is stored twice, which is harmless.
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
      // Further entries may arrive while one is awaited.
      for (let at = 0; at < entries.length; at += 1) all.push(await entries[at])
      next = undefined
      await stored(all.filter((entry) => entry !== undefined))
    })
    before = own.catch(() => undefined)
    return { entries, stored: own, flush }
  }
  return {
    /**
     * Resolves when this entry, and all before it, are stored. An entry that is a promise delays those that are stored
     * with it; if it rejects, it is omitted.
     */
    write(entry: JournalEntry | Promise<JournalEntry>): Promise<void> {
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

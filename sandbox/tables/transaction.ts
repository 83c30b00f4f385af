import { type Journal, mergeJournal } from "./journal.js"
import { type Store, tableOf } from "./store.js"

/** Runs a change; if it is refused half-way, the state is restored. */
export function transaction<Result>(
  store: Store,
  change: () => Result,
  /** Whether nobody hears of it. */
  { isSilent = false } = {},
): Result {
  const isInner = store.journals.some(({ isOfTransaction }) => isOfTransaction)
  const journal = begin(store, true)
  const result = undoneIfRefused(store, journal, change)
  if (!isInner && !isSilent) store.committed?.(journal)
  return result
}

function undoneIfRefused<Result>(store: Store, journal: Journal, change: () => Result): Result {
  try {
    return change()
  } catch (error) {
    undo(store, journal)
    throw error
  } finally {
    store.journals.pop()
    const outer = store.journals.at(-1)
    if (outer) mergeJournal(outer, journal, (row) => store.isThere(row))
  }
}

/** Begins to record changes, until the journal is removed. */
export function begin(store: Store, isOfTransaction = false): Journal {
  const journal: Journal = {
    isOfTransaction,
    rows: new Map(),
    sequences: new Map(store.sequences),
    time: store.clock.position(),
    applied: store.applied.length,
    gitObjects: store.git.count(),
  }
  store.journals.push(journal)
  return journal
}

/** Restores the journal's values, in time proportional to the changes. */
export function undo(store: Store, journal: Journal): void {
  for (const [row, before] of journal.rows) tableOf(store, row).restore(row, before)
  journal.rows.clear()
  store.sequences.clear()
  for (const [name, id] of journal.sequences) store.sequences.set(name, id)
  store.clock.setTo(journal.time)
  store.applied.length = journal.applied
  store.git.truncate(journal.gitObjects)
}

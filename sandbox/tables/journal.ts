import type { Repository } from "./repository-rows.js"
import type { AnyRow } from "./rows.js"

/** The previous values of all rows that changed since the journal began. */
export interface Journal {
  /** Whether it is of a transaction, and not of everything that a reset undoes. */
  readonly isOfTransaction: boolean
  /** Previous rows; null for rows that did not exist. */
  readonly rows: Map<AnyRow, AnyRow | null>
  readonly sequences: ReadonlyMap<string, number>
  readonly time: number
  readonly applied: number
  readonly gitObjects: number
  /** The event from outside of GitHub that the transaction brought, which leaves nothing in the state. */
  dispatched?: Dispatch
}

export interface Dispatch {
  readonly repository: Repository
  readonly eventType: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Only the first change of a row is recorded. */
export function noteRow(journal: Journal, row: AnyRow, before: AnyRow | null): void {
  if (!journal.rows.has(row)) journal.rows.set(row, before === null ? null : { ...before })
}

/** Adds the changes of `inner` to those of `outer`. */
export function mergeJournal(
  outer: Journal,
  inner: Journal,
  isThere: (row: AnyRow) => boolean,
): void {
  for (const [row, before] of inner.rows) {
    if (!outer.rows.has(row)) outer.rows.set(row, before)
    // A row that was added and removed again leaves nothing to undo, and must not accumulate in a long-lived store.
    if (outer.rows.get(row) === null && !isThere(row)) outer.rows.delete(row)
  }
}

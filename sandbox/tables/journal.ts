import type { AnyRow } from "./rows.js"

/** The previous values of all rows that changed since the journal began. */
export interface Journal {
  /** Rows as they were; null for those that were not there. */
  readonly rows: Map<AnyRow, AnyRow | null>
  readonly sequences: ReadonlyMap<string, number>
  readonly time: number
  readonly applied: number
  readonly gitObjects: number
}

/** Only the first change of a row is recorded. */
export function noteRow(journal: Journal, row: AnyRow, before: AnyRow | null): void {
  if (!journal.rows.has(row)) journal.rows.set(row, before === null ? null : { ...before })
}

/** Changes of `inner` are changes of `outer` too. */
export function mergeJournal(
  outer: Journal,
  inner: Journal,
  isThere: (row: AnyRow) => boolean,
): void {
  for (const [row, before] of inner.rows) {
    if (!outer.rows.has(row)) outer.rows.set(row, before)
    // A row that came and went leaves nothing to undo: a store that lives long must not collect them.
    if (outer.rows.get(row) === null && !isThere(row)) outer.rows.delete(row)
  }
}

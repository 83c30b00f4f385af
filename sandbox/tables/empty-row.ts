import { COLUMNS, type Tables } from "./rows.js"

/** Shared, since lists, sets and maps of rows are replaced, and never changed. */
const EMPTY: Readonly<Record<string, unknown>> = {
  flag: false,
  list: [],
  ids: [],
  set: new Set(),
  "by number": new Map(),
  "by text": new Map(),
}

const empty = new Map<keyof Tables, Readonly<Record<string, unknown>>>()

/** The columns of a new row that need not be given; its kind, if the table has only one. */
export function emptyRow(table: keyof Tables, now: string): Record<string, unknown> {
  const known = empty.get(table) ?? defaultsOf(table)
  empty.set(table, known)
  return {
    ...known,
    ...("createdAt" in known && { createdAt: now }),
    ...("updatedAt" in known && { updatedAt: now }),
  }
}

function defaultsOf(table: keyof Tables): Record<string, unknown> {
  const columns = Object.entries(COLUMNS[table])
  const [kind] = Object.keys(COLUMNS[table].kind?.prefixes ?? {})
  return {
    ...Object.fromEntries(
      columns.map(([name, { format, isNullable }]) => [name, isNullable ? null : EMPTY[format]]),
    ),
    kind,
  }
}

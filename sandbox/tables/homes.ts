import { tableNameOf } from "./node-id.js"
import { type AnyRow, COLUMNS, type Tables } from "./rows.js"

/** A column, and the table that it refers to. */
interface Home {
  readonly column: string
  readonly table: keyof Tables
}

const homes = new Map<keyof Tables, Home | undefined>()

/** The column by which rows of a kind belong to a repository: their own, or that of a row which belongs to one. */
export const homeOf = (kind: AnyRow["kind"]): Home | undefined => homeIn(tableNameOf(kind))

function homeIn(table: keyof Tables): Home | undefined {
  if (homes.has(table)) return homes.get(table)
  // Until it is known, also for rows that refer to others of their table.
  homes.set(table, undefined)
  const all = Object.entries(COLUMNS[table]).flatMap(([column, { format, target }]) =>
    format === "id" && target ? [{ column, table: target }] : [],
  )
  const isInside = (outer: keyof Tables) => outer === "repositories" || homeIn(outer) !== undefined
  const home =
    all.find(({ column }) => column === "repositoryId") ?? all.find((one) => isInside(one.table))
  // A package is only linked to a repository, and a fork is not inside of its parent.
  if (table !== "packages" && table !== "repositories") homes.set(table, home)
  return homes.get(table)
}

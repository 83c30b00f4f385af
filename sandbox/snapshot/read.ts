import { SnapshotError } from "../errors/index.js"
import { type AnyRow, COLUMNS, type Column, type Tables, tableNameOf } from "../tables/index.js"
import { snakeCase } from "./write.js"

type Json = Record<string, unknown>

export function readObject(from: Json, name: string): Json {
  const value = from[name]
  if (isObject(value)) return value
  throw new SnapshotError(name === "given" ? "it is not an object" : `${name} must be an object`)
}

export function readText(from: Json, name: string): string {
  const value = from[name]
  if (typeof value === "string") return value
  throw new SnapshotError(`${name} must be a string`)
}

export function readList(from: Json, name: string): string[] {
  const value = from[name]
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value
  throw new SnapshotError(`${name} must be a list of strings`)
}

/** The rows of a table; `last` is the last assigned id. */
export function readTable(state: Json, table: keyof Tables, last: number): AnyRow[] {
  const name = snakeCase(table)
  const rows = state[name]
  if (!Array.isArray(rows)) throw new SnapshotError(`${name} must be a list`)
  const ids = new Set<unknown>()
  return rows.map((given: unknown, index) => {
    const place = `${name}[${index}]`
    if (!isObject(given)) throw new SnapshotError(`${place} must be an object`)
    const row = readRow(given, table, place)
    const isNew = Number.isSafeInteger(row.id) && row.id > 0 && row.id <= last && !ids.has(row.id)
    if (!isNew) throw new SnapshotError(`${place}.id is not a unique id of the snapshot`)
    if (tableNameOf(row.kind) !== table)
      throw new SnapshotError(`${place}.kind belongs to another table`)
    ids.add(row.id)
    return row
  })
}

function readRow(given: Json, table: keyof Tables, place: string): AnyRow {
  const columns = Object.entries(COLUMNS[table])
  const row: Json = {}
  for (const [name, column] of columns) {
    const snake = snakeCase(name)
    row[name] = readValue(given[snake], column, `${place}.${snake}`)
  }
  const known = new Set(columns.map(([name]) => snakeCase(name)))
  const unknown = Object.keys(given).find((name) => !known.has(name))
  if (unknown !== undefined) throw new SnapshotError(`${place}.${unknown} is unknown`)
  // Every column was checked, so this is a row.
  return row as unknown as AnyRow
}

function readValue(value: unknown, column: Column, place: string): unknown {
  const { format, target, isNullable } = column
  if (value === null && isNullable) return null
  switch (format) {
    case "text":
    case "commit":
      if (typeof value === "string") return value
      break
    case "time":
      if (typeof value === "string" && !Number.isNaN(Date.parse(value))) return value
      break
    case "number":
    case "id":
      if (typeof value === "number") return value
      break
    case "flag":
      if (typeof value === "boolean") return value
      break
    case "list":
    case "ids":
      if (Array.isArray(value)) return value.map(nested)
      break
    case "set":
      if (Array.isArray(value)) return new Set(value)
      break
    case "by number":
      if (isPairs(value)) return new Map(value)
      break
    case "by text":
      if (isObject(value)) return new Map(Object.entries(value))
      break
    case "data":
      if (isObject(value)) return structuredClone(value)
      break
    case "object":
      if (isObject(value)) return nested(value)
  }
  const name = target === undefined ? format : `${format} in ${target}`
  throw new SnapshotError(`${place} must be: ${name}${isNullable ? " or null" : ""}`)
}

function nested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nested)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [camelCase(name), nested(item)]),
  )
}

const isPairs = (value: unknown): value is [number, unknown][] =>
  Array.isArray(value) && value.every((one) => Array.isArray(one) && typeof one[0] === "number")

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

import type { Commit, GitObjects, Tag } from "../git/index.js"
import { type AnyRow, COLUMNS, type Tables } from "../tables/index.js"

/** A row as JSON, with JSON's names and collections. */
export function plainRow(table: keyof Tables, row: AnyRow): Record<string, unknown> {
  const plainly: Record<string, unknown> = {}
  for (const { name, snake, format } of columnsOf(table)) {
    const value: unknown = Reflect.get(row, name)
    // Names of inputs are data, so their spelling is kept.
    if (format === "data") plainly[snake] = structuredClone(value)
    // As names of an object, numbers would be in ascending order.
    else
      plainly[snake] = format === "by number" ? [...(value as Map<number, unknown>)] : plain(value)
  }
  return plainly
}

interface Column {
  readonly name: string
  readonly snake: string
  readonly format: string
}

const columns = new Map<keyof Tables, readonly Column[]>()

/** Memoized, because a snapshot needs a table's columns for each row. */
function columnsOf(table: keyof Tables): readonly Column[] {
  const known = columns.get(table)
  if (known !== undefined) return known
  const listed = Object.entries(COLUMNS[table]).map(([name, column]) => ({
    name,
    snake: snakeCase(name),
    format: column.format,
  }))
  columns.set(table, listed)
  return listed
}

function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Map) return Object.fromEntries(value)
  if (value instanceof Set) return [...value]
  const plainly: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) {
    if (item !== undefined) plainly[snakeCase(name)] = plain(item)
  }
  return plainly
}

/** Memoized, because the same few names occur in every row. */
const spelt = new Map<string, string>()

export function snakeCase(name: string): string {
  const known = spelt.get(name)
  if (known !== undefined) return known
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  spelt.set(name, snake)
  return snake
}

/** The objects by id. A blob is a string, or Base64 if it is not text. */
export function plainGit({ blobs, trees, commits, tags, derived }: GitObjects) {
  const own = <Value>(objects: ReadonlyMap<string, Value>) =>
    [...objects].filter(([oid]) => !derived.has(oid))
  return {
    blobs: Object.fromEntries(own(blobs).map(([oid, bytes]) => [oid, plainBlob(bytes)])),
    trees: Object.fromEntries(own(trees).map(([oid, entries]) => [oid, plain(entries)])),
    commits: Object.fromEntries(own(commits).map(([oid, one]) => [oid, withoutOid(one)])),
    tags: Object.fromEntries(own(tags).map(([oid, one]) => [oid, withoutOid(one)])),
  }
}

function plainBlob(bytes: Buffer): unknown {
  const text = bytes.toString("utf8")
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString("base64") }
}

const withoutOid = ({ oid: _, ...rest }: Commit | Tag): unknown => plain(rest)

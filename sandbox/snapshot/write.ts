import type { Commit, GitObjects } from "../git/index.js"
import type { AnyRow, Tables } from "../tables/index.js"
import { COLUMNS } from "./columns/index.js"

/** A row with the names and the collections of JSON. */
export function plainRow(table: keyof Tables, row: AnyRow): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(
    Object.entries(COLUMNS[table]).map(([name, column]) => {
      const value = values.get(name)
      // The names of inputs are data, not properties to be respelt.
      const isData = column.startsWith("data")
      return [snakeCase(name), isData ? structuredClone(value) : plain(value)]
    }),
  )
}

function plain(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value)
  if (value instanceof Set) return [...value]
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === undefined ? [] : [[snakeCase(name), plain(item)]],
    ),
  )
}

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The objects by their ids: a blob as text, or in base64 where it is none. */
export function plainGit({ blobs, trees, commits }: GitObjects): Record<string, unknown> {
  return {
    blobs: Object.fromEntries([...blobs].map(([oid, bytes]) => [oid, plainBlob(bytes)])),
    trees: Object.fromEntries([...trees].map(([oid, entries]) => [oid, plain(entries)])),
    commits: Object.fromEntries([...commits].map(([oid, one]) => [oid, plainCommit(one)])),
  }
}

function plainBlob(bytes: Buffer): unknown {
  const text = bytes.toString("utf8")
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString("base64") }
}

const plainCommit = ({ oid: _, ...rest }: Commit): unknown => plain(rest)

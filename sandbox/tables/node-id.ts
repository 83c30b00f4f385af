import { type AnyRow, COLUMNS, type Tables } from "./rows.js"

interface Kind {
  readonly kind: AnyRow["kind"]
  readonly table: keyof Tables
  readonly prefix: string
}

const KINDS = Object.entries(COLUMNS).flatMap(([table, { kind }]) =>
  Object.entries(kind?.prefixes ?? {}).map(
    ([name, prefix]) => ({ kind: name, table, prefix }) as Kind,
  ),
)
const BY_KIND: ReadonlyMap<string, Kind> = new Map(KINDS.map((one) => [one.kind, one]))
const BY_PREFIX: ReadonlyMap<string, Kind> = new Map(KINDS.map((one) => [one.prefix, one]))

/** The table that holds rows of the kind. */
export const tableNameOf = (kind: AnyRow["kind"]): keyof Tables =>
  BY_KIND.get(kind)?.table ?? "events"

/** The columns of rows of a kind; undefined for other types of GraphQL. */
export function columnsOf(kind: string): (typeof COLUMNS)[keyof Tables] | undefined {
  const known = BY_KIND.get(kind)
  return known && COLUMNS[known.table]
}

/** GitHub packs ids as MessagePack: an array of two, a zero, and an unsigned 32-bit integer. */
const HEADER = Buffer.from([0x92, 0x00, 0xce])

export function nodeId(row: { kind: AnyRow["kind"]; id: number }): string {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(row.id)
  return `${BY_KIND.get(row.kind)?.prefix}_${Buffer.concat([HEADER, number]).toString("base64url")}`
}

export function decodeNodeId(id: string): (Kind & { readonly id: number }) | undefined {
  // The packed part may itself contain an underscore.
  const end = id.indexOf("_")
  const known = BY_PREFIX.get(id.slice(0, Math.max(end, 0)))
  if (!known) return undefined
  const packed = id.slice(end + 1)
  const bytes = Buffer.from(packed, "base64url")
  const isPacked = bytes.length === HEADER.length + 4 && bytes.subarray(0, 3).equals(HEADER)
  // Decoding tolerates invalid characters, but an id must have its canonical form.
  if (!isPacked || bytes.toString("base64url") !== packed) return undefined
  return { ...known, id: bytes.readUInt32BE(3) }
}

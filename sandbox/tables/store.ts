import type { GitObjects } from "../git/index.js"
import type { Applied } from "../public/index.js"
import type { Clock } from "./clock.js"
import type { IndexesOf, KeyIn } from "./indexes.js"
import type { Journal } from "./journal.js"
import { decodeNodeId, nodeId, tableNameOf } from "./node-id.js"
import type { AnyRow, EventData, Numbered, Tables, TimelineEventKind } from "./rows.js"
import type { Table } from "./table.js"

/** Everything that the sandbox knows. Operations in this folder are the only writers. */
export interface Store {
  readonly clock: Clock
  /** Where the web pages of this GitHub would be: the base of every `url` field. */
  readonly webUrl: string
  readonly tables: { readonly [Name in keyof Tables]: Table<Tables[Name]> }
  readonly sequences: Map<string, number>
  readonly git: GitObjects
  readonly applied: Applied[]
  /** Open journals for undo; the last one is written. */
  readonly journals: Journal[]
}

export function nextId(store: Store, sequence: string): number {
  const id = (store.sequences.get(sequence) ?? 0) + 1
  store.sequences.set(sequence, id)
  return id
}

type NewRow<Row> = Row extends { id: number } ? Omit<Row, "id"> : never

export function insert<Name extends keyof Tables>(
  store: Store,
  table: Name,
  row: NewRow<Tables[Name]>,
): Tables[Name] {
  // The id comes first so that a row reads well in a snapshot.
  const complete = { id: nextId(store, table), ...row } as unknown as Tables[Name]
  const rows: Table<Tables[Name]> = store.tables[table]
  rows.insert(complete)
  return complete
}

type Changes<Row> = Partial<Omit<Row, "id" | "kind">>

/**
 * Puts new values into a row: the only way to change one. The object stays the same, its lists,
 * maps and sets are replaced. Returns it, now with the new values.
 */
export function update<Row extends AnyRow>(store: Store, row: Row, changes: Changes<Row>): Row {
  tableOf(store, row).update(row, changes as Partial<Row>)
  return row
}

export function remove(store: Store, row: AnyRow): void {
  tableOf(store, row).remove(row)
}

export const isThere = (store: Store, row: AnyRow): boolean =>
  tableOf(store, row).get(row.id) === row

export function tableOf<Row extends AnyRow>(store: Store, row: Row): Table<Row> {
  return store.tables[tableNameOf(row.kind)] as unknown as Table<Row>
}

/** The row that a foreign key names. Absence is a bug of the sandbox, not an answer. */
export function get<Name extends keyof Tables>(
  store: Store,
  table: Name,
  id: number,
): Tables[Name] {
  const row = find(store, table, id)
  if (!row) throw new Error(`sandbox state: ${table} has no row ${id}`)
  return row
}

export function find<Name extends keyof Tables>(
  store: Store,
  table: Name,
  id: number | null | undefined,
): Tables[Name] | undefined {
  if (id === null || id === undefined) return undefined
  const rows: Table<Tables[Name]> = store.tables[table]
  return rows.get(id)
}

/** The rows that an index has under a key, in its order: by id unless it says otherwise. */
export const rowsBy = <Name extends keyof Tables, Index extends IndexesOf<Name>>(
  store: Store,
  table: Name,
  index: Index,
  key: KeyIn<Name, Index>,
): Tables[Name][] => [...listBy(store, table, index, key)]

/** The first of those rows. */
export const rowBy = <Name extends keyof Tables, Index extends IndexesOf<Name>>(
  store: Store,
  table: Name,
  index: Index,
  key: KeyIn<Name, Index>,
): Tables[Name] | undefined => listBy(store, table, index, key)[0]

/** How many there are. */
export const countBy = <Name extends keyof Tables, Index extends IndexesOf<Name>>(
  store: Store,
  table: Name,
  index: Index,
  key: KeyIn<Name, Index>,
): number => listBy(store, table, index, key).length

/** The index's own list of them: not copied, and so only to be read while nothing changes. */
export function listBy<Name extends keyof Tables, Index extends IndexesOf<Name>>(
  store: Store,
  table: Name,
  index: Index,
  key: KeyIn<Name, Index>,
): readonly Tables[Name][] {
  const rows: Table<Tables[Name]> = store.tables[table]
  return rows.index(index).rows(key)
}

/** Looks at every row: for tables that stay small. */
export function where<Name extends keyof Tables>(
  store: Store,
  table: Name,
  matches: (row: Tables[Name]) => boolean,
): Tables[Name][] {
  const rows: Table<Tables[Name]> = store.tables[table]
  return rows.values().filter(matches)
}

/** Records an applied change, at the clock's time. */
export function recordApplied(
  store: Store,
  mutation: string,
  actor: { login: string },
  row: AnyRow | { nodeId: string },
): void {
  store.applied.push({
    mutation,
    node_id: "nodeId" in row ? row.nodeId : nodeId(row),
    actor: actor.login,
    at: store.clock.last(),
  })
}

export function recordEvent(
  store: Store,
  kind: TimelineEventKind,
  subject: Numbered & { kind: "Issue" | "PullRequest" },
  actorId: number,
  data: EventData = {},
): void {
  insert(store, "events", {
    kind,
    subjectKind: subject.kind,
    subjectId: subject.id,
    actorId,
    createdAt: store.clock.last(),
    data,
  })
}

/** The row that a node id names, or undefined when the id is not one of ours. */
export function rowOfNodeId(store: Store, id: string): AnyRow | undefined {
  const decoded = decodeNodeId(id)
  if (!decoded) return undefined
  const row = find(store, decoded.table, decoded.id)
  return row && row.kind === decoded.kind ? row : undefined
}

export function isOneOf<Kind extends AnyRow["kind"]>(
  row: AnyRow,
  kinds: readonly Kind[],
): row is Extract<AnyRow, { kind: Kind }> {
  const names: readonly string[] = kinds
  return names.includes(row.kind)
}

import type { GitObjects } from "../git/index.js"
import type { Applied } from "../public/index.js"
import type { Clock } from "./clock.js"
import type { EventData, TimelineEventKind } from "./event-rows.js"
import type { IndexesOf, KeyIn } from "./indexes.js"
import type { Numbered } from "./issue-rows.js"
import type { Journal } from "./journal.js"
import { decodeNodeId, nodeId, tableNameOf } from "./node-id.js"
import { type AnyRow, COLUMNS, type Tables } from "./rows.js"
import type { Table } from "./table.js"

/** The state of the sandbox. Only functions in this folder change it. */
export interface Store {
  readonly clock: Clock
  /** The base of web pages, for every `url` field. */
  readonly webUrl: string
  readonly tables: { readonly [Name in keyof Tables]: Table<Tables[Name]> }
  readonly sequences: Map<string, number>
  readonly git: GitObjects
  readonly applied: Applied[]
  /** Open journals for undoing changes; the last one is written to. */
  readonly journals: Journal[]
  /** Hears of every change that was applied. */
  committed?: ((journal: Journal) => void) | undefined
}

export function nextId(store: Store, sequence: string): number {
  const id = (store.sequences.get(sequence) ?? 0) + 1
  store.sequences.set(sequence, id)
  return id
}

/** `kind`, if there is one kind only. */
type OnlyKind<Kind, All = Kind> = Kind extends unknown
  ? [All] extends [Kind]
    ? "kind"
    : never
  : never

type NewRow<Row extends AnyRow> = Omit<Row, "id" | OnlyKind<Row["kind"]>>

export function insert<Name extends keyof Tables>(
  store: Store,
  table: Name,
  row: NewRow<Tables[Name]>,
): Tables[Name] {
  const [kind] = Object.keys(COLUMNS[table].kind?.prefixes ?? {})
  const complete = { kind, id: nextId(store, table), ...row } as unknown as Tables[Name]
  const rows: Table<Tables[Name]> = store.tables[table]
  rows.insert(complete)
  return complete
}

type Changes<Row> = Partial<Omit<Row, "id" | "kind">>

/**
 * Sets new values of a row, which is the only way to change one. The object stays the same; its lists, maps and sets
 * are replaced. Returns the row.
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

/** The row with a foreign key. A missing row is a defect of the sandbox. */
export function get<Name extends keyof Tables>(
  store: Store,
  table: Name,
  id: number,
): Tables[Name] {
  const row = find(store, table, id)
  if (!row) throw new Error(`sandbox state: ${table} has no row ${id}`)
  return row
}

/** The issue or pull request that a comment or an event belongs to. */
export const numberedOf = (
  store: Store,
  { subjectKind, subjectId }: { subjectKind: "Issue" | "PullRequest"; subjectId: number },
): Tables["issues" | "pullRequests"] =>
  get(store, subjectKind === "Issue" ? "issues" : "pullRequests", subjectId)

export function find<Name extends keyof Tables>(
  store: Store,
  table: Name,
  id: number | null | undefined,
): Tables[Name] | undefined {
  if (id === null || id === undefined) return undefined
  const rows: Table<Tables[Name]> = store.tables[table]
  return rows.get(id)
}

/** The rows under a key of an index, in the order of the index, which is by id by default. */
export const rowsBy = <Name extends keyof Tables, Index extends IndexesOf<Name>>(
  store: Store,
  table: Name,
  index: Index,
  key: KeyIn<Name, Index>,
): Tables[Name][] => [...listBy(store, table, index, key)]

/** The first row under a key of an index. */
export const rowBy = <Name extends keyof Tables, Index extends IndexesOf<Name>>(
  store: Store,
  table: Name,
  index: Index,
  key: KeyIn<Name, Index>,
): Tables[Name] | undefined => listBy(store, table, index, key)[0]

/** The number of rows under a key of an index. */
export const countBy = <Name extends keyof Tables, Index extends IndexesOf<Name>>(
  store: Store,
  table: Name,
  index: Index,
  key: KeyIn<Name, Index>,
): number => listBy(store, table, index, key).length

/** The index's own list of rows. It is not a copy, so it must not be used after a change. */
export function listBy<Name extends keyof Tables, Index extends IndexesOf<Name>>(
  store: Store,
  table: Name,
  index: Index,
  key: KeyIn<Name, Index>,
): readonly Tables[Name][] {
  const rows: Table<Tables[Name]> = store.tables[table]
  return rows.index(index).rows(key)
}

/** Tests every row; only for tables that stay small. */
export function where<Name extends keyof Tables>(
  store: Store,
  table: Name,
  matches: (row: Tables[Name]) => boolean,
): Tables[Name][] {
  const rows: Table<Tables[Name]> = store.tables[table]
  return rows.values().filter(matches)
}

/** The store of an account that makes changes. */
interface ActorsStore extends Store {
  readonly viewer: { readonly account: { readonly id: number; readonly login: string } }
}

/** Records an applied change, at the clock's time. */
export function recordApplied(
  store: ActorsStore,
  mutation: string,
  row: AnyRow | { nodeId: string },
): void {
  store.applied.push({
    mutation,
    node_id: "nodeId" in row ? row.nodeId : nodeId(row),
    actor: store.viewer.account.login,
    at: store.clock.last(),
  })
}

export function recordEvent(
  store: ActorsStore,
  kind: TimelineEventKind,
  subject: Numbered & { kind: "Issue" | "PullRequest" },
  data: EventData = {},
): void {
  insert(store, "events", {
    kind,
    subjectKind: subject.kind,
    subjectId: subject.id,
    actorId: store.viewer.account.id,
    createdAt: store.clock.last(),
    data,
  })
}

/** The row with a node id; undefined if the id is not one of the sandbox. */
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

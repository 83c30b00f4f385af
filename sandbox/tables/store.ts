import type { GitObjects } from "../git/index.js"
import type { Applied } from "../public/index.js"
import type { Account } from "./account-rows.js"
import type { Clock } from "./clock.js"
import type { EventData, TimelineEventKind } from "./event-rows.js"
import { folded, type IndexesOf, type KeyIn, named, pair } from "./indexes.js"
import type { Issue, Numbered } from "./issue-rows.js"
import type { Journal } from "./journal.js"
import { decodeNodeId, nodeId, tableNameOf } from "./node-id.js"
import type { PullRequest } from "./pull-rows.js"
import type { Label, Milestone, Repository } from "./repository-rows.js"
import { type AnyRow, COLUMNS, type Tables } from "./rows.js"
import type { Table } from "./table.js"

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
function emptyRow(table: keyof Tables, now: string): Record<string, unknown> {
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

/** `kind`, if there is one kind only. */
type OnlyKind<Kind, All = Kind> = Kind extends unknown
  ? [All] extends [Kind]
    ? "kind"
    : never
  : never

/** Columns that a new row has by itself. */
type Defaulted<Row> = {
  [Name in keyof Row]: Name extends "createdAt" | "updatedAt"
    ? Name
    : null extends Row[Name]
      ? Name
      : Row[Name] extends
            | boolean
            | readonly unknown[]
            | ReadonlySet<unknown>
            | ReadonlyMap<never, unknown>
        ? Name
        : never
}[keyof Row]

type NewRow<Row extends AnyRow> = Omit<Row, "id" | Defaulted<Row> | OnlyKind<Row["kind"]>> &
  Partial<Pick<Row, Defaulted<Row>>>

type Changes<Row> = Partial<Omit<Row, "id" | "kind">>

/** A store that an account uses. */
interface ActorsStore extends Store {
  readonly viewer: { readonly account: { readonly id: number; readonly login: string } }
}

interface Parts {
  readonly clock: Clock
  readonly webUrl: string
  readonly tables: { readonly [Name in keyof Tables]: Table<Tables[Name]> }
  readonly sequences: Map<string, number>
  readonly git: GitObjects
  readonly journals: Journal[]
}

/** The state of the sandbox. Only its methods, and functions in this folder, change it. */
export class Store implements Parts {
  readonly clock
  /** The base of web pages, for every `url` field. */
  readonly webUrl
  readonly tables
  readonly sequences
  readonly git
  readonly applied: Applied[] = []
  /** Open journals for undoing changes; the last one is written to. */
  readonly journals
  /** Hears of every change that was applied. */
  committed?: ((journal: Journal) => void) | undefined

  constructor({ clock, webUrl, tables, sequences, git, journals }: Parts) {
    this.clock = clock
    this.webUrl = webUrl
    this.tables = tables
    this.sequences = sequences
    this.git = git
    this.journals = journals
  }

  nextId(sequence: string): number {
    const id = (this.sequences.get(sequence) ?? 0) + 1
    this.sequences.set(sequence, id)
    return id
  }

  /** Adds a row. What is not given is null, false or empty, and its times are those of the latest change. */
  insert<Name extends keyof Tables>(table: Name, row: NewRow<Tables[Name]>): Tables[Name] {
    const empty = emptyRow(table, this.clock.last())
    const complete = { ...empty, id: this.nextId(table), ...row } as unknown as Tables[Name]
    const rows: Table<Tables[Name]> = this.tables[table]
    rows.insert(complete)
    return complete
  }

  /**
   * Sets new values of a row, which is the only way to change one. The object stays the same; its lists, maps and sets
   * are replaced. Returns the row.
   */
  update<Row extends AnyRow>(row: Row, changes: Changes<Row>): Row {
    tableOf(this, row).update(row, changes as Partial<Row>)
    return row
  }

  /** Sets new values of a row as a change of its own, which takes its time. */
  edit<Row extends AnyRow & { updatedAt: string }>(row: Row, changes: Changes<Row>): Row {
    return this.update(row, { ...changes, updatedAt: this.clock.tick() })
  }

  remove(row: AnyRow): void {
    tableOf(this, row).remove(row)
  }

  isThere(row: AnyRow): boolean {
    return tableOf(this, row).get(row.id) === row
  }

  /** The row with a foreign key. A missing row is a defect of the sandbox. */
  get<Name extends keyof Tables>(table: Name, id: number): Tables[Name] {
    const row = this.find(table, id)
    if (!row) throw new Error(`sandbox state: ${table} has no row ${id}`)
    return row
  }

  find<Name extends keyof Tables>(
    table: Name,
    id: number | null | undefined,
  ): Tables[Name] | undefined {
    if (id === null || id === undefined) return undefined
    const rows: Table<Tables[Name]> = this.tables[table]
    return rows.get(id)
  }

  /** The rows under a key of an index, in the order of the index, which is by id by default. */
  rowsBy<Name extends keyof Tables, Index extends IndexesOf<Name>>(
    table: Name,
    index: Index,
    key: KeyIn<Name, Index>,
  ): Tables[Name][] {
    return [...this.listBy(table, index, key)]
  }

  /** The first row under a key of an index. */
  rowBy<Name extends keyof Tables, Index extends IndexesOf<Name>>(
    table: Name,
    index: Index,
    key: KeyIn<Name, Index>,
  ): Tables[Name] | undefined {
    return this.listBy(table, index, key)[0]
  }

  /** The number of rows under a key of an index. */
  countBy<Name extends keyof Tables, Index extends IndexesOf<Name>>(
    table: Name,
    index: Index,
    key: KeyIn<Name, Index>,
  ): number {
    return this.listBy(table, index, key).length
  }

  /** The index's own list of rows. It is not a copy, so it must not be used after a change. */
  listBy<Name extends keyof Tables, Index extends IndexesOf<Name>>(
    table: Name,
    index: Index,
    key: KeyIn<Name, Index>,
  ): readonly Tables[Name][] {
    const rows: Table<Tables[Name]> = this.tables[table]
    return rows.index(index).rows(key)
  }

  /** Tests every row; only for tables that stay small. */
  where<Name extends keyof Tables>(
    table: Name,
    matches: (row: Tables[Name]) => boolean,
  ): Tables[Name][] {
    const rows: Table<Tables[Name]> = this.tables[table]
    return rows.values().filter(matches)
  }

  /** The issue or pull request that a comment or an event belongs to. */
  numberedOf(of: { subjectKind: "Issue" | "PullRequest"; subjectId: number }): Issue | PullRequest {
    return this.get(of.subjectKind === "Issue" ? "issues" : "pullRequests", of.subjectId)
  }

  /** The row with a node id; undefined if the id is not one of the sandbox. */
  rowOfNodeId(id: string): AnyRow | undefined {
    const decoded = decodeNodeId(id)
    if (!decoded) return undefined
    const row = this.find(decoded.table, decoded.id)
    return row && row.kind === decoded.kind ? row : undefined
  }

  accountByLogin(login: string): Account | undefined {
    return this.rowBy("accounts", "login", folded(login))
  }

  repositoryByName(owner: string, name: string): Repository | undefined {
    const account = this.accountByLogin(owner)
    return account && this.rowBy("repositories", "name", named(account.id, name))
  }

  /** The repository with this name, or the one that formerly had it, to which GitHub redirects. */
  repositoryAt(owner: string, name: string): Repository | undefined {
    return (
      this.repositoryByName(owner, name) ??
      this.rowBy("repositories", "formerName", folded(`${owner}/${name}`))
    )
  }

  nameWithOwner({ ownerId, name }: Repository): string {
    return `${this.find("accounts", ownerId)?.login ?? "ghost"}/${name}`
  }

  issueByNumber({ id }: Repository, number: number): Issue | undefined {
    return this.rowBy("issues", "number", pair(id, number))
  }

  pullRequestByNumber({ id }: Repository, number: number): PullRequest | undefined {
    return this.rowBy("pullRequests", "number", pair(id, number))
  }

  labelByName({ id }: Repository, name: string): Label | undefined {
    return this.rowBy("labels", "name", named(id, name))
  }

  milestoneByNumber({ id }: Repository, number: number): Milestone | undefined {
    return this.rowBy("milestones", "number", pair(id, number))
  }

  headOwner({ headRepositoryId, headOwnerId }: PullRequest): Account | undefined {
    const head = this.find("repositories", headRepositoryId)
    return this.find("accounts", head?.ownerId ?? headOwnerId)
  }

  /** Records an applied change, at the clock's time. Returns the row. */
  recordApplied<Row extends AnyRow | { nodeId: string }>(
    this: ActorsStore,
    mutation: string,
    row: Row,
  ): Row {
    this.applied.push({
      mutation,
      node_id: "nodeId" in row ? row.nodeId : nodeId(row),
      actor: this.viewer.account.login,
      at: this.clock.last(),
    })
    return row
  }

  /** Removes a row as an applied change, with what belongs to it. Returns the row. */
  drop<Row extends AnyRow>(
    this: ActorsStore,
    mutation: string,
    row: Row,
    parts: readonly AnyRow[] = [],
  ): Row {
    this.clock.tick()
    for (const part of parts) this.remove(part)
    this.remove(row)
    return this.recordApplied(mutation, row)
  }

  recordEvent(
    this: ActorsStore,
    kind: TimelineEventKind,
    subject: Numbered & { kind: "Issue" | "PullRequest" },
    data: EventData = {},
  ): void {
    this.insert("events", {
      kind,
      subjectKind: subject.kind,
      subjectId: subject.id,
      actorId: this.viewer.account.id,
      createdAt: this.clock.last(),
      data,
    })
  }
}

export function tableOf<Row extends AnyRow>(store: Store, row: Row): Table<Row> {
  return store.tables[tableNameOf(row.kind)] as unknown as Table<Row>
}

export function isOneOf<Kind extends AnyRow["kind"]>(
  row: AnyRow,
  kinds: readonly Kind[],
): row is Extract<AnyRow, { kind: Kind }> {
  const names: readonly string[] = kinds
  return names.includes(row.kind)
}

import { SnapshotError } from "../errors/index.js"
import { peel } from "../git/index.js"
import {
  type AnyRow,
  type Clock,
  COLUMNS,
  createStore,
  type Store,
  TABLE_NAMES,
  type Tables,
  tableNameOf,
} from "../tables/index.js"
import { checkGit, notThere, readGit } from "./git.js"
import { readList, readObject, readTable, readText } from "./read.js"
import { plainGit, plainRow, snakeCase } from "./write.js"

/** Refuses a store in which a row refers to a missing one. */
function checkReferences(store: Store): void {
  for (const table of TABLE_NAMES) {
    for (const row of store.tables[table].values()) {
      for (const { property, target, id } of referencesOf(table, row)) {
        if (store.tables[target].has(id)) continue
        const place = `the ${snakeCase(property)} of ${row.id} in ${snakeCase(table)}`
        throw new SnapshotError(`${place} is ${id}, which is not in ${snakeCase(target)}`)
      }
    }
  }
}

/** Refuses a store in which a branch, a tag or a row refers to a missing commit. */
function checkCommits(store: Store): void {
  const targets = store.tables.repositories
    .values()
    .flatMap(({ refs }) => [...refs.values()].map((oid) => peel(store.git, oid)))
  const named = TABLE_NAMES.flatMap((table) =>
    store.tables[table].values().flatMap((row) => commitsOf(table, row)),
  )
  for (const oid of new Set([...targets, ...named])) {
    if (!store.git.commits.has(oid)) throw notThere(oid)
  }
}

const commitsOf = (table: keyof Tables, row: AnyRow): string[] =>
  Object.entries(row).flatMap(([property, value]) =>
    COLUMNS[table][property]?.format === "commit" && typeof value === "string" ? [value] : [],
  )

interface Reference {
  readonly property: string
  readonly target: keyof Tables
  readonly id: number
}

function referencesOf(table: keyof Tables, row: AnyRow): Reference[] {
  const references = Object.entries(row).flatMap(([property, value]): Reference[] => {
    const target = COLUMNS[table][property]?.target
    const ids: unknown[] = Array.isArray(value) ? value : [value]
    return ids.flatMap((id) => (target && typeof id === "number" ? [{ property, target, id }] : []))
  })
  if (!("subjectKind" in row)) return references
  const target = tableNameOf(row.subjectKind)
  return [...references, { property: "subjectId", target, id: row.subjectId }]
}

/** The account of a token, and its rights. */
export interface Access {
  readonly login: string
  readonly scopes: readonly string[]
  /** Only for tokens of installations. */
  readonly grant?: StoredGrant
}

type Levels = Readonly<Record<string, "read" | "write">>

export interface StoredGrant {
  /** The login of the account that the App is installed on. */
  readonly owner: string
  readonly permissions: Levels
  readonly repository_ids: readonly number[] | null
  readonly expires_at: string
}

export type Tokens = ReadonlyMap<string, Access>

/** Incremented when the format of rows changes, so that an older snapshot is not misread. */
const FORMAT = 11

const PARTS: ReadonlySet<string> = new Set([
  ...TABLE_NAMES.map(snakeCase),
  ...["format", "tokens", "sequences", "git", "clock"],
])

/** Everything as plain JSON with snake_case names, the same for the same history of changes. */
export function snapshot(store: Store, tokens: Tokens): Record<string, unknown> {
  const tables = TABLE_NAMES.map((name) => {
    const rows = store.tables[name].values()
    return [snakeCase(name), rows.map((row) => plainRow(name, row))]
  })
  return {
    format: FORMAT,
    ...Object.fromEntries(tables),
    tokens: Object.fromEntries(
      [...tokens].map(([token, { login, scopes, grant }]) => [
        token,
        { login, scopes: [...scopes], ...(grant && { grant }) },
      ]),
    ),
    sequences: Object.fromEntries(store.sequences),
    git: plainGit(store.git),
    clock: new Date(store.clock.position()).toISOString().replace(".000Z", "Z"),
  }
}

/** The store of a snapshot, with an empty log. */
export function storeOf(
  given: unknown,
  clock: Clock,
  webUrl: string,
): { store: Store; tokens: Tokens } {
  const state = checkedFormat(given)
  const store = createStore({ clock, webUrl })
  for (const [name, id] of Object.entries(readObject(state, "sequences"))) {
    if (!Number.isSafeInteger(id)) throw new SnapshotError(`sequences.${name} must be a number`)
    store.sequences.set(name, Number(id))
  }
  for (const name of TABLE_NAMES) {
    const last = store.sequences.get(name) ?? 0
    for (const row of readTable(state, name, last)) store.tables[name].insert(row as never)
  }
  checkReferences(store)
  readGit(readObject(state, "git"), store.git)
  checkGit(store.git)
  checkCommits(store)
  const time = Date.parse(readText(state, "clock"))
  if (Number.isNaN(time)) throw new SnapshotError("clock must be a time")
  clock.setTo(time)
  return { store, tokens: tokensIn(state, store) }
}

function checkedFormat(given: unknown): Record<string, unknown> {
  const state = readObject({ given }, "given")
  const { format } = state
  if (typeof format !== "number") {
    throw new SnapshotError("it has no format, so it is not a snapshot of `state.snapshot()`")
  }
  if (format !== FORMAT) {
    throw new SnapshotError(
      `it has format ${format}, and this version of ghx reads format ${FORMAT}: create a new snapshot with this version`,
    )
  }
  const unknown = Object.keys(state).find((name) => !PARTS.has(name))
  if (unknown !== undefined) throw new SnapshotError(`${unknown} is unknown`)
  return state
}

function tokensIn(state: Record<string, unknown>, store: Store): Tokens {
  const tokens = readObject(state, "tokens")
  return new Map(
    Object.keys(tokens).map((token) => {
      const access = readObject(tokens, token)
      const login = readText(access, "login")
      if (store.accountByLogin(login)) {
        const grant = "grant" in access ? grantIn(readObject(access, "grant"), store) : undefined
        return [token, { login, scopes: readList(access, "scopes"), ...(grant && { grant }) }]
      }
      throw new SnapshotError(`a token names the account ${login}, which does not exist`)
    }),
  )
}

function grantIn(grant: Record<string, unknown>, store: Store): StoredGrant {
  const owner = readText(grant, "owner")
  if (!store.accountByLogin(owner)) {
    throw new SnapshotError(`an installation names the account ${owner}, which does not exist`)
  }
  const permissions: Record<string, "read" | "write"> = {}
  for (const [name, level] of Object.entries(readObject(grant, "permissions"))) {
    if (level !== "read" && level !== "write") {
      throw new SnapshotError("permissions of a token must be read or write")
    }
    permissions[name] = level
  }
  const ids = grant.repository_ids
  if (ids !== null && !(Array.isArray(ids) && ids.every((id) => Number.isSafeInteger(id)))) {
    throw new SnapshotError("repository_ids of a token must be a list of numbers, or null")
  }
  const expires_at = readText(grant, "expires_at")
  if (Number.isNaN(Date.parse(expires_at))) {
    throw new SnapshotError("expires_at of a token must be a time")
  }
  return { owner, permissions, repository_ids: ids as number[] | null, expires_at }
}

import { SnapshotError } from "../errors/index.js"
import { peel } from "../git/index.js"
import {
  type AnyRow,
  COLUMNS,
  type Store,
  TABLE_NAMES,
  type Tables,
  tableNameOf,
} from "../tables/index.js"
import { notThere } from "./git.js"
import { snakeCase } from "./write.js"

/** Refuses a store in which a row refers to a missing one. */
export function checkReferences(store: Store): void {
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
export function checkCommits(store: Store): void {
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

import { createObjects } from "../git/index.js"
import type { Clock } from "./clock.js"
import { indexesOf } from "./indexes.js"
import { type Journal, noteRow } from "./journal.js"
import { type AnyRow, COLUMNS, type Tables } from "./rows.js"
import { Store } from "./store.js"
import { type Observer, Table } from "./table.js"

export const TABLE_NAMES = Object.keys(COLUMNS) as readonly (keyof Tables)[]

export function createStore(options: { clock: Clock; webUrl: string }): Store {
  const journals: Journal[] = []
  const observer = observerOf(journals)
  return new Store({
    ...options,
    tables: tablesOf((name) => new Table<never>(indexesOf(name), observer)),
    sequences: new Map(),
    git: createObjects(),
    journals,
  })
}

/**
 * A copy of a store with an empty log. Rows are copied shallowly: their contents are immutable, and shared.
 */
export function copyStore(store: Store, clock: Clock): Store {
  clock.setTo(store.clock.position())
  const journals: Journal[] = []
  const observer = observerOf(journals)
  const { blobs, trees, commits, tags, derived } = store.git
  return new Store({
    clock,
    webUrl: store.webUrl,
    tables: tablesOf((name) => store.tables[name].copy(observer)),
    sequences: new Map(store.sequences),
    git: createObjects(
      {
        blobs: new Map(blobs),
        trees: new Map(trees),
        commits: new Map(commits),
        tags: new Map(tags),
      },
      derived,
    ),
    journals,
  })
}

const observerOf = (journals: readonly Journal[]): Observer<AnyRow> => ({
  note(row, before) {
    const journal = journals.at(-1)
    if (journal) noteRow(journal, row, before)
  },
})

const tablesOf = (make: (name: keyof Tables) => unknown): Store["tables"] =>
  Object.fromEntries(TABLE_NAMES.map((name) => [name, make(name)])) as unknown as Store["tables"]

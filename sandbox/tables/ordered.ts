import { pair, type Scope } from "./indexes.js"
import type { Issue } from "./issue-rows.js"
import type { PullRequest } from "./pull-rows.js"
import type { Tables } from "./rows.js"
import type { Store } from "./store.js"
import type { Table } from "./table.js"
import type { Key } from "./table-index.js"

type Numbered = Issue | PullRequest

export type NumberedTable = "issues" | "pullRequests"

/** The sort keys of lists of issues and pull requests. */
export type ListOrder = "created" | "updated" | "comments"

const INDEX = {
  created: "repository",
  updated: "repositoryByUpdate",
  comments: "repositoryByComments",
} as const satisfies Record<ListOrder, string>

const KEY: Readonly<Record<ListOrder, (row: Numbered) => Key>> = {
  created: (row) => row.createdAt,
  updated: (row) => row.updatedAt,
  comments: (row) => row.commentCount,
}

/** The rows of a repository or a label, with one state or any, in ascending order of the index. */
export function rowsInOrder<Name extends NumberedTable>(
  store: Store,
  table: Name,
  scope: Scope,
  order: ListOrder,
  state?: string,
): readonly Tables[Name][] {
  const rows: Table<Tables[Name]> = store.tables[table]
  return rows.index(INDEX[order]).rows(state === undefined ? scope : pair(scope, state))
}

/** The part of a list that paging needs. */
export interface Rows<Row> {
  readonly length: number
  slice(from: number, to: number): readonly Row[]
}

/**
 * Merges several sorted lists. A page only costs the rows up to its end. Ids of issues and of pull requests are not
 * comparable, so numbers break ties.
 */
export function mergedRows(
  lists: readonly (readonly Numbered[])[],
  order: ListOrder,
  direction: "asc" | "desc",
): Rows<Numbered> {
  const key = KEY[order]
  const isBefore = (a: Numbered, b: Numbered): boolean => {
    const [x, y] = direction === "asc" ? [a, b] : [b, a]
    const [own, other] = [key(x), key(y)]
    return own === other ? x.number < y.number : own < other
  }
  const rowOf = (list: readonly Numbered[], at: number) =>
    list[direction === "asc" ? at : list.length - 1 - at]
  const [only = [], ...others] = lists.filter((list) => list.length > 0)
  if (others.length === 0) {
    const { length } = only
    return {
      length,
      slice: (from, to) =>
        direction === "asc"
          ? only.slice(from, to)
          : only.slice(Math.max(0, length - to), Math.max(0, length - from)).reverse(),
    }
  }
  return {
    length: lists.reduce((sum, list) => sum + list.length, 0),
    slice(from, to) {
      const places = lists.map(() => 0)
      const rows: Numbered[] = []
      for (let index = 0; index < to; index++) {
        const next = firstOf(
          lists.map((list, at) => rowOf(list, places[at] ?? 0)),
          isBefore,
        )
        if (!next) break
        places[next.at] = (places[next.at] ?? 0) + 1
        if (index >= from) rows.push(next.row)
      }
      return rows
    },
  }
}

function firstOf<Row>(
  heads: readonly (Row | undefined)[],
  isBefore: (a: Row, b: Row) => boolean,
): { row: Row; at: number } | undefined {
  let first: { row: Row; at: number } | undefined
  for (const [at, row] of heads.entries()) {
    if (row !== undefined && (!first || isBefore(row, first.row))) first = { row, at }
  }
  return first
}

import type { GenericRow, Store } from "../../tables/index.js"
import { type HttpRefusal, invalid, missing, type RestRequest } from "../route/index.js"
import { type Place, rowAt } from "./access.js"
import { resourceName } from "./body.js"
import type { Json } from "./schema.js"
import { referred } from "./shape.js"

/** Settings of workflows have names in upper case. */
const spelt = ({ kind }: Place, key: string): string =>
  /\/(?:secrets|variables)$/.test(kind.collection) ? key.toUpperCase() : key

/** Adds a row, under the key of its path or body. @throws HttpRefusal 422 if there is one */
export function newRow(
  { store, viewer }: RestRequest,
  place: Place,
  given: Json,
  named: unknown = given[place.kind.member],
): GenericRow {
  store.clock.tick()
  const key = named === undefined ? "" : spelt(place, String(named))
  if (rowAt(store, place.collection, key)) throw taken(place)
  const row = store.insert("genericRows", {
    ...{ collection: place.collection, key, given, creatorId: viewer.account.id },
    repositoryId: place.repository?.id ?? null,
  })
  const { parameter, member } = place.kind
  if (named !== undefined || parameter === undefined) return row
  const number = store.nextId(`numbers ${place.collection}`)
  const keys: Record<string, unknown> = { id: row.id, number }
  return store.update(row, { key: String(keys[member] ?? `${member}-${number}`) })
}

/** Changes a row, also its key. @throws HttpRefusal 422 if another row has the key */
export function changeRow(
  { store }: RestRequest,
  place: Place,
  row: GenericRow,
  given: Json,
): GenericRow {
  const named = given[place.kind.member]
  const key = typeof named === "string" ? spelt(place, named) : row.key
  const other = rowAt(store, place.collection, key)
  if (other && other !== row) throw taken(place)
  return store.edit(row, { key, given })
}

const taken = ({ kind }: Place): HttpRefusal =>
  invalid(resourceName(kind.collection), kind.member, "already_exists")

/** Removes a row, and what is in it. */
export function removeRow(store: Store, row: GenericRow): void {
  store.clock.tick()
  const below = `${row.collection}/${row.id}/`
  for (const one of store.tables.genericRows.values()) {
    if (one === row || one.collection.startsWith(below)) store.remove(one)
  }
}

/** Makes a collection refer to these objects and no others. @throws HttpRefusal 404 if one is missing */
export function setReferences(request: RestRequest, place: Place, keys: readonly unknown[]): void {
  const { store } = request
  for (const row of store.rowsBy("genericRows", "collection", place.collection)) {
    removeRow(store, row)
  }
  for (const key of new Set(keys)) {
    if (!referred(request, place.kind, key)) throw missing()
    newRow(request, place, {}, key)
  }
}

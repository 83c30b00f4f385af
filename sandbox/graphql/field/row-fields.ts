import { type Addressable, isGhost, resourcePath, type Session, webUrl } from "../../state/index.js"
import { type AnyRow, columnsOf, nodeId } from "../../tables/index.js"
import type { Field, Fields } from "./context.js"

/** The formats of columns that GraphQL shows as they are. */
const SHOWN = ["commit", "flag", "number", "text", "time"]

/** The columns that name nobody whose account is deleted. */
const WRITERS = ["authorId", "actorId"]

/**
 * The fields that rows of a kind answer by themselves: ids, address, columns, and the rows that they refer to. Where
 * these may be hidden from somebody who sees the row, its type needs a resolver of its own.
 */
export function rowFields(kind: string): Fields<AnyRow & Addressable> {
  const columns = columnsOf(kind)
  if (!columns) return {}
  const own = Object.entries(columns).flatMap(
    ([name, { format, target }]): [string, Field<object>][] => {
      const valueIn = (row: object) => Reflect.get(row, name)
      if (SHOWN.includes(format)) return [[name, valueIn]]
      if (format !== "id" || !target) return []
      const found: Field<object> = (row, _, { store }) => {
        const one = store.find(target, valueIn(row))
        return one && !(WRITERS.includes(name) && isGhost(one)) ? one : null
      }
      return [[name.replace(/Id$/, ""), found]]
    },
  )
  return {
    ...Object.fromEntries(own),
    id: (row) => nodeId(row),
    databaseId: (row) => row.id,
    fullDatabaseId: (row) => String(row.id),
    url: (row, _, { store }) => webUrl(store, row),
    resourcePath: (row, _, { store }) => resourcePath(store, row),
  }
}

/** The fields of an address, `checksUrl` and `checksResourcePath`; without a name, `url` and `resourcePath`. */
export function address<Row>(
  name: string,
  pathOf: (row: Row, store: Session) => string,
): Fields<Row> {
  const [url, path] = name ? [`${name}Url`, `${name}ResourcePath`] : ["url", "resourcePath"]
  return {
    [url]: (row: Row, _, { store }) => store.webUrl + pathOf(row, store),
    [path]: (row: Row, _, { store }) => pathOf(row, store),
  }
}

import { type Addressable, resourcePath, webUrl } from "../../state/index.js"
import { type AnyRow, nodeId } from "../../tables/index.js"
import type { Fields } from "../field/index.js"

export const idField: Fields<AnyRow> = { id: (row) => nodeId(row) }

export const identityFields: Fields<AnyRow> = { ...idField, databaseId: (row) => row.id }

/** For tables that have outgrown 32 bits. */
export const fullDatabaseId: Fields<AnyRow> = { fullDatabaseId: (row) => String(row.id) }

/** Where the row's page is. */
export const addressFields: Fields<Addressable> = {
  url: (row, _, { store }) => webUrl(store, row),
  resourcePath: (row, _, { store }) => resourcePath(store, row),
}

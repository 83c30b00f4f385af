import { type Addressable, resourcePath, webUrl } from "../../state/index.js"
import { type AnyRow, nodeId } from "../../tables/index.js"
import type { Fields } from "../field/index.js"

export const idField: Fields<AnyRow> = { id: (row) => nodeId(row) }

export const identityFields: Fields<AnyRow> = { ...idField, databaseId: (row) => row.id }

/** For database ids beyond 32 bits. */
export const fullDatabaseId: Fields<AnyRow> = { fullDatabaseId: (row) => String(row.id) }

/** The web address of the row's page. */
export const addressFields: Fields<Addressable> = {
  url: (row, _, { store }) => webUrl(store, row),
  resourcePath: (row, _, { store }) => resourcePath(store, row),
}

import { type AnyRow, nodeId } from "../../tables/index.js"

/** The members that most answers begin with. */
export const ids = (row: Pick<AnyRow, "id" | "kind">) => ({ id: row.id, node_id: nodeId(row) })

/** The members that most answers end with. */
export const times = (row: { readonly createdAt: string; readonly updatedAt: string }) => ({
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

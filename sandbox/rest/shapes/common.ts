import { type AnyRow, nodeId, type Repository } from "../../tables/index.js"
import type { View } from "../route/index.js"

/** The members that most answers begin with. */
export const ids = (row: Pick<AnyRow, "id" | "kind">) => ({ id: row.id, node_id: nodeId(row) })

/** The members that most answers end with. */
export const times = (row: { readonly createdAt: string; readonly updatedAt: string }) => ({
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

export const repositoryUrl = ({ store, apiUrl }: View, repository: Repository): string =>
  `${apiUrl}/repos/${store.nameWithOwner(repository)}`

import type { Label } from "../../tables/index.js"
import { type Fields, properties } from "../field/index.js"
import { type IssueListArgs, issueConnection, type PullListArgs, pullConnection } from "./lists.js"
import { addressFields, idField } from "./node.js"

export const labelFields: Fields<Label> = {
  ...idField,
  ...addressFields,
  ...properties<Label>("name", "color", "description", "isDefault", "createdAt", "updatedAt"),
  repository: (label, _, { store }) => store.get("repositories", label.repositoryId),
  issues: (label, args: IssueListArgs, context, info) =>
    issueConnection(context, args, info, context.store.rowsBy("issues", "label", label.id)),
  pullRequests: (label, args: PullListArgs, context, info) =>
    pullConnection(context, args, info, context.store.rowsBy("pullRequests", "label", label.id)),
}

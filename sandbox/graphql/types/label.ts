import { get, type Label, rowsBy } from "../../tables/index.js"
import { type Fields, properties } from "../field/index.js"
import { type IssueListArgs, issueConnection, type PullListArgs, pullConnection } from "./lists.js"
import { addressFields, idField } from "./node.js"

export const labelFields: Fields<Label> = {
  ...idField,
  ...addressFields,
  ...properties<Label>("name", "color", "description", "isDefault", "createdAt", "updatedAt"),
  repository: (label, _, { store }) => get(store, "repositories", label.repositoryId),
  issues: (label, args: IssueListArgs, context, info) =>
    issueConnection(context, args, info, rowsBy(context.store, "issues", "label", label.id)),
  pullRequests: (label, args: PullListArgs, context, info) =>
    pullConnection(context, args, info, rowsBy(context.store, "pullRequests", "label", label.id)),
}

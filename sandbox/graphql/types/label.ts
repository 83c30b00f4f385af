import type { Label } from "../../tables/index.js"
import type { Fields } from "../field/index.js"
import { type IssueListArgs, issueConnection, type PullListArgs, pullConnection } from "./lists.js"

export const labelFields: Fields<Label> = {
  issues: (label, args: IssueListArgs, context, info) =>
    issueConnection(context, args, info, context.store.rowsBy("issues", "label", label.id)),
  pullRequests: (label, args: PullListArgs, context, info) =>
    pullConnection(context, args, info, context.store.rowsBy("pullRequests", "label", label.id)),
}

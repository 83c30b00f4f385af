import { has } from "../../state/index.js"
import { find, get, listBy, type Milestone, rowsBy, type Store } from "../../tables/index.js"
import { type Context, type Fields, properties } from "../field/index.js"
import { type IssueListArgs, issueConnection, type PullListArgs, pullConnection } from "./lists.js"
import { addressFields, idField } from "./node.js"

export const milestoneFields: Fields<Milestone> = {
  ...idField,
  ...addressFields,
  ...properties<Milestone>(
    "number",
    "title",
    "description",
    "dueOn",
    "state",
    "closedAt",
    "createdAt",
    "updatedAt",
  ),
  closed: (milestone) => milestone.state === "CLOSED",
  creator: (milestone, _, { store }) => find(store, "accounts", milestone.creatorId) ?? null,
  repository: (milestone, _, { store }) => get(store, "repositories", milestone.repositoryId),
  progressPercentage: (milestone, _, { store }) => progress(store, milestone),
  issues: (milestone, args: IssueListArgs, context, info) =>
    issueConnection(
      context,
      args,
      info,
      rowsBy(context.store, "issues", "milestone", milestone.id),
    ),
  pullRequests: (milestone, args: PullListArgs, context, info) =>
    pullConnection(
      context,
      args,
      info,
      rowsBy(context.store, "pullRequests", "milestone", milestone.id),
    ),
  viewerCanClose: (milestone, _, context) =>
    milestone.state === "OPEN" && mayWrite(context, milestone),
  viewerCanReopen: (milestone, _, context) =>
    milestone.state === "CLOSED" && mayWrite(context, milestone),
}

function mayWrite({ store }: Context, milestone: Milestone): boolean {
  const repository = get(store, "repositories", milestone.repositoryId)
  return repository.archivedAt === null && has(store, repository, "WRITE")
}

/** The share of issues and pull requests that are closed, in per cent. */
function progress(store: Store, milestone: Milestone): number {
  const rows = [
    ...listBy(store, "issues", "milestone", milestone.id),
    ...listBy(store, "pullRequests", "milestone", milestone.id),
  ]
  if (rows.length === 0) return 0
  return (rows.filter((row) => row.state !== "OPEN").length / rows.length) * 100
}

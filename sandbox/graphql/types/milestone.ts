import { has } from "../../state/index.js"
import type { Milestone, Store } from "../../tables/index.js"
import type { Context, Fields } from "../field/index.js"
import { type IssueListArgs, issueConnection, type PullListArgs, pullConnection } from "./lists.js"

export const milestoneFields: Fields<Milestone> = {
  closed: (milestone) => milestone.state === "CLOSED",
  progressPercentage: (milestone, _, { store }) => progress(store, milestone),
  issues: (milestone, args: IssueListArgs, context, info) =>
    issueConnection(context, args, info, context.store.rowsBy("issues", "milestone", milestone.id)),
  pullRequests: (milestone, args: PullListArgs, context, info) =>
    pullConnection(
      context,
      args,
      info,
      context.store.rowsBy("pullRequests", "milestone", milestone.id),
    ),
  viewerCanClose: (milestone, _, context) =>
    milestone.state === "OPEN" && mayWrite(context, milestone),
  viewerCanReopen: (milestone, _, context) =>
    milestone.state === "CLOSED" && mayWrite(context, milestone),
}

function mayWrite({ store }: Context, milestone: Milestone): boolean {
  const repository = store.get("repositories", milestone.repositoryId)
  return repository.archivedAt === null && has(store, repository, "WRITE")
}

/** The share of issues and pull requests that are closed, in per cent. */
function progress(store: Store, milestone: Milestone): number {
  const rows = [
    ...store.listBy("issues", "milestone", milestone.id),
    ...store.listBy("pullRequests", "milestone", milestone.id),
  ]
  if (rows.length === 0) return 0
  return (rows.filter((row) => row.state !== "OPEN").length / rows.length) * 100
}

import type { Label, Milestone, Store } from "../../tables/index.js"
import type { Fields } from "../field/index.js"
import { issuesOf, pullsOf } from "./lists.js"
import { may } from "./written.js"

export const labelFields: Fields<Label> = {
  issues: issuesOf((label, { store }) => store.rowsBy("issues", "label", label.id)),
  pullRequests: pullsOf((label, { store }) => store.rowsBy("pullRequests", "label", label.id)),
}

export const milestoneFields: Fields<Milestone> = {
  closed: (milestone) => milestone.state === "CLOSED",
  progressPercentage: (milestone, _, { store }) => progress(store, milestone),
  issues: issuesOf(({ id }, { store }) => store.rowsBy("issues", "milestone", id)),
  pullRequests: pullsOf(({ id }, { store }) => store.rowsBy("pullRequests", "milestone", id)),
  viewerCanClose: (milestone, _, context) =>
    milestone.state === "OPEN" && may(context, milestone, "WRITE"),
  viewerCanReopen: (milestone, _, context) =>
    milestone.state === "CLOSED" && may(context, milestone, "WRITE"),
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

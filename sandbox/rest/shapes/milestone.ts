import { webUrl } from "../../state/index.js"
import type { Label, Milestone } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, repositoryUrl, times } from "./common.js"
import { userById } from "./user.js"

export const labelShape = (view: View, label: Label) => ({
  ...ids(label),
  url: `${repositoryUrl(view, view.store.get("repositories", label.repositoryId))}/labels/${encodeURIComponent(label.name)}`,
  name: label.name,
  description: label.description,
  color: label.color,
  default: label.isDefault,
})

/** Oldest label first, like GraphQL's default order. */
export const labelsById = (view: View, ids: readonly number[]) =>
  ids
    .toSorted((a, b) => a - b)
    .flatMap((id) => {
      const label = view.store.find("labels", id)
      return label ? [labelShape(view, label)] : []
    })

export function milestoneShape(view: View, milestone: Milestone) {
  const { store } = view
  const base = repositoryUrl(view, store.get("repositories", milestone.repositoryId))
  const url = `${base}/milestones/${milestone.number}`
  const rows = [
    ...store.listBy("issues", "milestone", milestone.id),
    ...store.listBy("pullRequests", "milestone", milestone.id),
  ]
  const open = rows.filter((row) => row.state === "OPEN").length
  return {
    url,
    html_url: webUrl(store, milestone),
    labels_url: `${url}/labels`,
    ...ids(milestone),
    number: milestone.number,
    title: milestone.title,
    description: milestone.description,
    creator: userById(view, milestone.creatorId),
    open_issues: open,
    closed_issues: rows.length - open,
    state: milestone.state.toLowerCase(),
    ...times(milestone),
    due_on: milestone.dueOn,
    closed_at: milestone.closedAt,
  }
}

export function milestoneById(view: View, id: number | null) {
  const milestone = view.store.find("milestones", id)
  return milestone ? milestoneShape(view, milestone) : null
}

import type { Label } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids } from "./common.js"
import { repositoryUrl } from "./repository-url.js"

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

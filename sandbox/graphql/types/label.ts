import type { Label } from "../../tables/index.js"
import type { Fields } from "../field/index.js"
import { issuesOf, pullsOf } from "./lists.js"

export const labelFields: Fields<Label> = {
  issues: issuesOf((label, { store }) => store.rowsBy("issues", "label", label.id)),
  pullRequests: pullsOf((label, { store }) => store.rowsBy("pullRequests", "label", label.id)),
}

import { ACTIONS_APP } from "../../state/index.js"
import type { View } from "../route/index.js"
import { personShape } from "./user.js"

/** The account of GitHub, which is not in the store. */
export const github = (view: View) =>
  personShape(view, {
    login: "github",
    id: 9919,
    node_id: "MDEyOk9yZ2FuaXphdGlvbjk5MTk=",
    html_url: "https://github.com/github",
    type: "Organization",
    site_admin: false,
  })

/** GitHub Actions, an app without an account in the store. */
export function actionsApp(view: View) {
  return {
    id: ACTIONS_APP.databaseId,
    slug: ACTIONS_APP.slug,
    node_id: ACTIONS_APP.id,
    owner: github(view),
    name: ACTIONS_APP.name,
    description: ACTIONS_APP.description,
    external_url: "https://help.github.com/en/actions",
    html_url: ACTIONS_APP.url,
    created_at: ACTIONS_APP.createdAt,
    updated_at: ACTIONS_APP.updatedAt,
    permissions: { actions: "write", checks: "write", contents: "write", statuses: "write" },
    events: ["check_run", "check_suite", "pull_request", "push", "workflow_dispatch"],
  }
}

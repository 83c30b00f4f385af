import { ACTIONS_APP } from "../../state/index.js"
import type { View } from "../route/index.js"
import { times } from "./common.js"
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

const access = (level: string, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, level]))

const ACTIONS_PERMISSIONS = {
  ...access("write", "actions", "attestations", "checks", "contents", "deployments", "discussions"),
  ...access("write", "issues", "merge_queues", "packages", "pages", "pull_requests"),
  ...access("write", "repository_hooks", "repository_projects", "security_events", "statuses"),
  ...access("read", "administration", "metadata", "vulnerability_alerts"),
}

/** GitHub Actions, an app without an account in the store. */
export function actionsApp(view: View) {
  return {
    id: ACTIONS_APP.databaseId,
    client_id: "Iv1.05c79e9ad1f6bdfa",
    slug: ACTIONS_APP.slug,
    node_id: ACTIONS_APP.id,
    owner: github(view),
    name: ACTIONS_APP.name,
    description: ACTIONS_APP.description,
    external_url: "https://help.github.com/en/actions",
    html_url: ACTIONS_APP.url,
    ...times(ACTIONS_APP),
    permissions: ACTIONS_PERMISSIONS,
    events: ["check_run", "check_suite", "pull_request", "push", "workflow_dispatch"],
  }
}

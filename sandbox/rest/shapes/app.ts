import { ACTIONS_APP } from "../../state/actions-app.js"
import type { View } from "../request.js"

/** GitHub Actions, which is nobody's of this world. */
export function actionsApp({ apiUrl }: View) {
  const url = `${apiUrl}/users/github`
  return {
    id: ACTIONS_APP.databaseId,
    slug: ACTIONS_APP.slug,
    node_id: ACTIONS_APP.id,
    owner: {
      login: "github",
      id: 9919,
      node_id: "MDEyOk9yZ2FuaXphdGlvbjk5MTk=",
      avatar_url: "https://avatars.githubusercontent.com/u/9919?v=4",
      gravatar_id: "",
      url,
      html_url: "https://github.com/github",
      followers_url: `${url}/followers`,
      following_url: `${url}/following{/other_user}`,
      gists_url: `${url}/gists{/gist_id}`,
      starred_url: `${url}/starred{/owner}{/repo}`,
      subscriptions_url: `${url}/subscriptions`,
      organizations_url: `${url}/orgs`,
      repos_url: `${url}/repos`,
      events_url: `${url}/events{/privacy}`,
      received_events_url: `${url}/received_events`,
      type: "Organization",
      user_view_type: "public",
      site_admin: false,
    },
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

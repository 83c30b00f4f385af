import { nodeId } from "../../state/node-id.js"
import { webUrl } from "../../state/paths.js"
import type { Account } from "../../state/rows.js"
import { find } from "../../state/world.js"
import type { View } from "../request.js"

/** An account as it stands inside of other objects. */
export function simpleUser({ world, apiUrl }: View, account: Account) {
  const url = `${apiUrl}/users/${encodeURIComponent(account.login)}`
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account),
    avatar_url: `https://avatars.githubusercontent.com/u/${account.id}?v=4`,
    gravatar_id: "",
    url,
    html_url: webUrl(world, account),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.kind,
    user_view_type: "public",
    site_admin: account.isSiteAdmin,
  }
}

export function userById(view: View, id: number | null | undefined) {
  const account = find(view.world, "accounts", id)
  return account ? simpleUser(view, account) : null
}

export const usersById = (view: View, ids: readonly number[]) =>
  ids.flatMap((id) => userById(view, id) ?? [])

import { webUrl } from "../../state/index.js"
import type { Account } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids } from "./common.js"

/** An account inside other objects: a row of the store, or GitHub itself. */
interface Person {
  login: string
  id: number
  node_id: string
  html_url: string
  type: string
  site_admin: boolean
}

/** An account inside other objects. */
export const simpleUser = (view: View, account: Account) =>
  personShape(view, {
    login: account.login,
    ...ids(account),
    html_url: webUrl(view.store, account),
    type: account.kind,
    site_admin: account.isSiteAdmin,
  })

export function personShape({ apiUrl }: View, person: Person) {
  const { login, id, node_id, html_url, type, site_admin } = person
  const url = `${apiUrl}/users/${encodeURIComponent(login)}`
  return {
    login,
    id,
    node_id,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: "",
    url,
    html_url,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    user_view_type: "public",
    site_admin,
  }
}

export function userById(view: View, id: number | null | undefined) {
  const account = view.store.find("accounts", id)
  return account ? simpleUser(view, account) : null
}

export const usersById = (view: View, ids: readonly number[]) =>
  ids.flatMap((id) => userById(view, id) ?? [])

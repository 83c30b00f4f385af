import { isAnonymous } from "../../http/index.js"
import { canSee, webUrl } from "../../state/index.js"
import type { Account } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, times } from "./common.js"

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

/** The public fields of an account. */
export function publicUserShape(view: View, account: Account) {
  const { store } = view
  const owned = store.rowsBy("repositories", "owner", account.id)
  return {
    ...simpleUser(view, account),
    name: account.name,
    company: account.company,
    blog: account.websiteUrl ?? "",
    location: account.location,
    // GitHub shows no email address to anonymous requests.
    email: isAnonymous(view.viewer) ? null : account.email || null,
    hireable: account.isHireable ? true : null,
    bio: account.bio,
    twitter_username: account.twitterUsername,
    public_repos: owned.filter((one) => !one.isPrivate).length,
    public_gists: store.rowsBy("gists", "owner", account.id).filter((one) => one.isPublic).length,
    followers: store.countBy("accounts", "following", account.id),
    following: account.following.size,
    ...times(account),
  }
}

/** The private fields of the viewer. */
export function privateUserShape(view: View, account: Account) {
  const own = view.store
    .rowsBy("repositories", "owner", account.id)
    .filter((one) => one.isPrivate && canSee(view.store, one)).length
  const gists = view.store.rowsBy("gists", "owner", account.id)
  return {
    ...publicUserShape(view, account),
    private_gists: gists.filter((one) => !one.isPublic).length,
    total_private_repos: own,
    owned_private_repos: own,
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: true,
    plan: { name: "free", space: 976_562_499, collaborators: 0, private_repos: 10_000 },
  }
}

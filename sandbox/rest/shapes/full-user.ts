import { isAnonymous } from "../../http/index.js"
import { canSee } from "../../state/index.js"
import type { Account } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { times } from "./common.js"
import { simpleUser } from "./user.js"

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

import type { Account, Store } from "../tables/index.js"
import { APP_SLUG } from "./apps.js"

const LOGIN = `${APP_SLUG}[bot]`

/**
 * The account that installations act as. It is created with the first token, so a store without Apps does not have
 * it.
 */
export function botOfApp(store: Store): Account {
  const known = store.accountByLogin(LOGIN)
  if (known) return known
  const createdAt = store.clock.last()
  return store.insert("accounts", {
    kind: "Bot",
    login: LOGIN,
    name: null,
    email: `${LOGIN}@users.noreply.github.com`,
    bio: null,
    company: null,
    location: null,
    websiteUrl: null,
    twitterUsername: null,
    pronouns: null,
    isSiteAdmin: false,
    isHireable: false,
    emptyLists: [],
    secrets: new Map(),
    variables: new Map(),
    members: new Map(),
    following: new Set(),
    publicMembers: new Set(),
    seenThreads: new Map(),
    createdAt,
    updatedAt: createdAt,
  })
}

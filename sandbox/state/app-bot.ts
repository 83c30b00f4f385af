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
  return store.insert("accounts", {
    kind: "Bot",
    login: LOGIN,
    email: `${LOGIN}@users.noreply.github.com`,
  })
}

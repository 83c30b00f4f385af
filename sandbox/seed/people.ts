import { GHOST, type Session, sessionOf } from "../state/index.js"
import type { Account, Store } from "../tables/index.js"
import { requireAccount } from "./accounts.js"

/** The scopes of a token with full rights. */
export const ALL_SCOPES: readonly string[] = [
  "repo",
  "read:org",
  "user",
  "workflow",
  "project",
  "gist",
  "delete_repo",
  "admin:org",
  "admin:org_hook",
  "read:packages",
]

/** The store with all rights of an account: for an organization, those of one of its admins. */
export function sessionFor(store: Store, account: Account): Session {
  const [admin] = [...account.members].find(([, role]) => role === "ADMIN") ?? []
  return sessionOf(store, {
    account: admin === undefined ? account : store.get("accounts", admin),
    scopes: new Set(ALL_SCOPES),
  })
}

/** The store with the rights of an author. `ghost`, whose account is deleted, needs neither a user nor a role. */
export function authorIn(store: Store, login: string, place: string): Session {
  if (login !== GHOST) return sessionFor(store, requireAccount(store, login, place))
  const email = `${GHOST}@users.noreply.github.com`
  const account =
    store.accountByLogin(GHOST) ?? store.insert("accounts", { kind: "User", login: GHOST, email })
  return sessionOf(store, { account, scopes: new Set(ALL_SCOPES), isGitHub: true })
}

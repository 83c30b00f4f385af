import { type Session, sessionOf } from "../state/index.js"
import type { Account, Store } from "../tables/index.js"

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

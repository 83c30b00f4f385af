import type { Viewer } from "../state/index.js"
import { type Account, get, type Store } from "../tables/index.js"

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
]

/** A viewer with all rights of the account: for an organization, one of its admins. */
export function viewerFor(store: Store, account: Account): Viewer {
  const [admin] = [...account.members].find(([, role]) => role === "ADMIN") ?? []
  return {
    account: admin === undefined ? account : get(store, "accounts", admin),
    scopes: new Set(ALL_SCOPES),
  }
}

import { SeedError } from "../errors/index.js"
import { GHOST, NotAllowed, Refusal, type Session, sessionOf } from "../state/index.js"
import type { Account, Store } from "../tables/index.js"

export type IsNew = (table: "accounts" | "repositories", row: { readonly id: number }) => boolean

/** Distinguishes rows of this seed from earlier ones. */
export function newRows(store: Store): IsNew {
  const before = new Map(store.sequences)
  return (table, { id }) => id > (before.get(table) ?? 0)
}

/** The account of a login in a seed. */
export function requireAccount(store: Store, login: string, where: string): Account {
  const account = store.accountByLogin(login)
  if (account) return account
  throw new SeedError([`${where}: there is no account ${login}`])
}

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

/** Adds the location in the seed to errors of the state's rules, which also apply to seeds. */
export function inPlace<Result>(place: string, plant: () => Result): Result {
  try {
    return plant()
  } catch (error) {
    if (error instanceof Refusal) throw new SeedError([`${place}: ${reasonOf(error)}`])
    throw error
  }
}

function reasonOf(refusal: Refusal): string {
  if (!(refusal instanceof NotAllowed) || refusal.message) return refusal.message
  const { login } = refusal
  return `${login} is not allowed to do this; give the account a role: \`collaborators: { ${JSON.stringify(login)}: WRITE }\``
}

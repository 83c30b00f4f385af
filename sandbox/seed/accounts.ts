import { SeedError } from "../errors/index.js"
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

import type { Account } from "../../tables/index.js"
import { invalid } from "./errors.js"
import type { AskedRequest } from "./request.js"

/** The accounts of logins; an unknown login is refused. */
export const accountsOf = (
  { store }: AskedRequest,
  logins: readonly string[],
  resource: string,
  field: string,
): Account[] =>
  logins.map((login) => {
    const account = store.accountByLogin(login)
    if (!account) throw invalid(resource, field, "invalid", login)
    return account
  })

/** The accounts of those logins that exist. */
export const knownAccounts = ({ store }: AskedRequest, logins: readonly string[]): Account[] =>
  logins.flatMap((login) => store.accountByLogin(login) ?? [])

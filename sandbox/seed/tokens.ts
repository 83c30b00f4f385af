import { SeedError } from "../errors/index.js"
import type { SeedToken } from "../public/index.js"
import type { Access, Tokens } from "../snapshot/index.js"
import type { Viewer } from "../state/index.js"
import type { Store } from "../tables/index.js"
import { checked } from "./load.js"
import { ALL_SCOPES, requireAccount } from "./people.js"

export const checkedTokens = (store: Store, tokens: readonly SeedToken[]): Tokens =>
  new Map(
    tokens.map(({ token, login, scopes = ALL_SCOPES }) => [
      token,
      { login: requireOwner(store, login, "tokens"), scopes: [...scopes] },
    ]),
  )

export function checkedToken(store: Store, given: SeedToken): { token: string; access: Access } {
  const { token, login, scopes = ALL_SCOPES } = checked("SeedToken", given, "token")
  const owner = requireOwner(store, login, `token ${token}`)
  return { token, access: { login: owner, scopes: [...scopes] } }
}

/** The login of the token's owner, in the account's own spelling. */
export function requireOwner(store: Store, given: string, where: string): string {
  const { kind, login } = requireAccount(store, given, where)
  if (kind !== "Organization") return login
  throw new SeedError([`${where}: ${login} is an organization, which has no tokens`])
}

/** The account that sends a request with a token. */
export function viewerOf(store: Store, access: Access | undefined): Viewer | undefined {
  const account = access && store.accountByLogin(access.login)
  if (!account) return undefined
  const { grant, scopes } = access
  const owner = grant && store.accountByLogin(grant.owner)
  return {
    account,
    scopes: new Set(scopes),
    ...(owner && {
      grant: {
        permissions: grant.permissions,
        ownerId: owner.id,
        repositoryIds: grant.repository_ids && new Set(grant.repository_ids),
      },
    }),
  }
}

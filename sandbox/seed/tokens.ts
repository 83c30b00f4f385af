import { accountByLogin } from "../state/lookup.js"
import type { Viewer } from "../state/permissions.js"
import type { Access, Tokens } from "../state/snapshot.js"
import type { World } from "../state/world.js"
import { checked } from "./load.js"
import { ALL_SCOPES } from "./people.js"
import { requireAccount } from "./plant.js"
import { type SeedToken, tokenSchema } from "./schema.js"

export const checkedTokens = (world: World, tokens: readonly SeedToken[]): Tokens =>
  new Map(
    tokens.map(({ token, login, scopes = ALL_SCOPES }) => [
      token,
      { login: requireAccount(world, login, "tokens").login, scopes: [...scopes] },
    ]),
  )

export function checkedToken(world: World, given: SeedToken): { token: string; access: Access } {
  const { token, login, scopes = ALL_SCOPES } = checked(tokenSchema, given, "token")
  const account = requireAccount(world, login, `token ${token}`)
  return { token, access: { login: account.login, scopes: [...scopes] } }
}

/** Who asks with a token. */
export function viewerOf(world: World, access: Access | undefined): Viewer | undefined {
  const account = access && accountByLogin(world, access.login)
  return account && { account, scopes: new Set(access.scopes) }
}

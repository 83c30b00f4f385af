import { createPublicKey } from "node:crypto"
import { SeedError } from "../errors/index.js"
import type { SeedApp } from "../public/index.js"
import type { Tokens } from "../snapshot/index.js"
import { ALL_PERMISSIONS, botOfApp } from "../state/index.js"
import type { Store } from "../tables/index.js"
import { requireAccount } from "./people.js"

/** @throws SeedError for accounts, repositories, permissions and keys that there are not */
export function checkedApp(store: Store, app: SeedApp): SeedApp {
  const problems: string[] = []
  for (const { account, repositories = [], permissions = {} } of app.installations ?? []) {
    requireAccount(store, account, "app.installations")
    const place = `the installation of the App on ${account}`
    for (const name of repositories) {
      if (!store.repositoryByName(account, name)) problems.push(`${place}: no repository ${name}`)
    }
    for (const name of Object.keys(permissions)) {
      if (Object.hasOwn(ALL_PERMISSIONS, name)) continue
      const known = Object.keys(ALL_PERMISSIONS).join(", ")
      problems.push(`${place}: no permission ${name}, only ${known}`)
    }
  }
  if (app.public_key !== undefined && !isKey(app.public_key)) {
    problems.push("app.public_key is not a key in PEM")
  }
  if (problems.length > 0) throw new SeedError(problems)
  return app
}

/** The tokens that a seed gives to installations. */
export const installationTokens = (store: Store, { installations = [] }: SeedApp): Tokens =>
  new Map(
    installations.flatMap(({ account: owner, token, repositories, permissions }) => {
      if (token === undefined) return []
      const ids = repositories?.flatMap((name) => store.repositoryByName(owner, name)?.id ?? [])
      const grant = {
        owner,
        permissions: { ...(permissions ?? ALL_PERMISSIONS), metadata: "read" as const },
        repository_ids: ids ?? null,
        expires_at: "9999-01-01T00:00:00Z",
      }
      return [[token, { login: botOfApp(store).login, scopes: [], grant }]]
    }),
  )

function isKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === "rsa"
  } catch {
    return false
  }
}

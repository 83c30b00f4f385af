import { type Account, type Repository, type Store, sameName } from "../tables/index.js"
import type { Permissions } from "./session.js"

/** The GitHub App of a sandbox. */
export interface App {
  /** Null if any JWT names the App. */
  readonly id: number | null
  /** As PEM; null if signatures are not verified. */
  readonly publicKey: string | null
  readonly installations: readonly Installation[]
}

export interface Installation {
  readonly id: number
  /** The account that the App is installed on. */
  readonly login: string
  /** Names of the selected repositories; null for all. */
  readonly repositories: readonly string[] | null
  readonly permissions: Permissions
}

export const APP_SLUG = "ghx-sandbox"

/** The App as its checks name it. */
export const OWN_APP = {
  id: "A_kgDOAAAAAQ",
  databaseId: 1,
  slug: APP_SLUG,
  name: APP_SLUG,
  description: "The App of the sandbox",
  url: `https://github.com/apps/${APP_SLUG}`,
  createdAt: "2025-01-01T00:00:00Z",
  updatedAt: "2025-01-01T00:00:00Z",
} as const

/** The permissions of an installation; a token can be requested with fewer. */
export const ALL_PERMISSIONS: Permissions = {
  actions: "write",
  actions_variables: "write",
  administration: "write",
  checks: "write",
  contents: "write",
  deployments: "write",
  issues: "write",
  members: "read",
  metadata: "read",
  organization_hooks: "write",
  pages: "write",
  pull_requests: "write",
  repository_hooks: "write",
  secret_scanning_alerts: "write",
  secrets: "write",
  security_events: "write",
  statuses: "write",
  vulnerability_alerts: "write",
  workflows: "write",
}

export const repositoriesOf = (store: Store, installation: Installation): Repository[] =>
  store.where("repositories", (one) => isInstalledOn(store, installation, one))

/** Also on a repository that was renamed, or deleted just now. */
export function isInstalledOn(
  store: Store,
  { login, repositories }: Installation,
  { ownerId, name, formerNames }: Repository,
): boolean {
  const names = [`${login}/${name}`, ...formerNames]
  const isSelected = (one: string) => names.some((name) => sameName(name, `${login}/${one}`))
  return ownerId === store.accountByLogin(login)?.id && (repositories?.some(isSelected) ?? true)
}

/** GitHub Actions, the App that every workflow's checks belong to, as GitHub describes it. */
export const ACTIONS_APP = {
  id: "MDM6QXBwMTUzNjg=",
  databaseId: 15368,
  slug: "github-actions",
  name: "GitHub Actions",
  description: "Automate your workflow from idea to production",
  url: "https://github.com/apps/github-actions",
  createdAt: "2018-07-30T09:30:17Z",
  updatedAt: "2024-04-10T20:33:16Z",
} as const

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

import type { Account, Store } from "../tables/index.js"

/** The resources of an App's permissions. */
export type Resource =
  | "actions"
  | "actions_variables"
  | "administration"
  | "checks"
  | "contents"
  | "deployments"
  | "discussions"
  | "issues"
  | "members"
  | "metadata"
  | "organization_hooks"
  | "pages"
  | "pull_requests"
  | "repository_hooks"
  | "secret_scanning_alerts"
  | "secrets"
  | "security_events"
  | "statuses"
  | "vulnerability_alerts"
  | "workflows"

export type Permissions = Readonly<Partial<Record<Resource, "read" | "write">>>

/** The grant of an installation's token. GitHub checks its permissions where it checks the scopes of other tokens. */
export interface Grant {
  permissions: Permissions
  /** The account that the App is installed on. */
  ownerId: number
  /** Null for all repositories of that account. */
  repositoryIds: ReadonlySet<number> | null
}

/** The account and token of a request. */
export interface Viewer {
  account: Account
  scopes: ReadonlySet<string>
  grant?: Grant
  /** Whether it is GitHub itself, which sees everything. */
  isGitHub?: true
}

/** A store, as an account uses it. */
export interface Session extends Store {
  readonly viewer: Viewer
}

/** The store for another account. Changes are those of the store itself. */
export const sessionOf = (store: Store, viewer: Viewer): Session =>
  Object.create(store, { viewer: { value: viewer } })

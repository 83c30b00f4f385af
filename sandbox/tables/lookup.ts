import type { Account } from "./account-rows.js"
import { folded, named, pair } from "./indexes.js"
import type { Issue } from "./issue-rows.js"
import type { PullRequest } from "./pull-rows.js"
import type { Label, Milestone, Repository } from "./repository-rows.js"
import type { Store } from "./store.js"

export const sameName = (a: string, b: string): boolean => folded(a) === folded(b)

export const accountByLogin = (store: Store, login: string): Account | undefined =>
  store.rowBy("accounts", "login", folded(login))

export function repositoryByName(
  store: Store,
  owner: string,
  name: string,
): Repository | undefined {
  const account = accountByLogin(store, owner)
  return account && store.rowBy("repositories", "name", named(account.id, name))
}

/** The repository with this name, or the one that formerly had it, to which GitHub redirects. */
export const repositoryAt = (store: Store, owner: string, name: string): Repository | undefined =>
  repositoryByName(store, owner, name) ??
  store.rowBy("repositories", "formerName", folded(`${owner}/${name}`))

export function nameWithOwner(store: Store, repository: Repository): string {
  const owner = store.find("accounts", repository.ownerId)
  return `${owner?.login ?? "ghost"}/${repository.name}`
}

export const issueByNumber = (
  store: Store,
  repository: Repository,
  number: number,
): Issue | undefined => store.rowBy("issues", "number", pair(repository.id, number))

export const pullRequestByNumber = (
  store: Store,
  repository: Repository,
  number: number,
): PullRequest | undefined => store.rowBy("pullRequests", "number", pair(repository.id, number))

export const labelByName = (
  store: Store,
  repository: Repository,
  name: string,
): Label | undefined => store.rowBy("labels", "name", named(repository.id, name))

export const milestoneByNumber = (
  store: Store,
  repository: Repository,
  number: number,
): Milestone | undefined => store.rowBy("milestones", "number", pair(repository.id, number))

export const headOwner = (store: Store, pull: PullRequest): Account | undefined =>
  store.find("accounts", store.find("repositories", pull.headRepositoryId)?.ownerId)

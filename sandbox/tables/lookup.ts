import type { Account } from "./account-rows.js"
import { folded, named, pair } from "./indexes.js"
import type { Issue } from "./issue-rows.js"
import type { PullRequest } from "./pull-rows.js"
import type { Label, Milestone, Repository } from "./repository-rows.js"
import { find, rowBy, type Store } from "./store.js"

export const sameName = (a: string, b: string): boolean => folded(a) === folded(b)

export const accountByLogin = (store: Store, login: string): Account | undefined =>
  rowBy(store, "accounts", "login", folded(login))

export function repositoryByName(
  store: Store,
  owner: string,
  name: string,
): Repository | undefined {
  const account = accountByLogin(store, owner)
  return account && rowBy(store, "repositories", "name", named(account.id, name))
}

/** The repository with this name, or the one that formerly had it, to which GitHub redirects. */
export const repositoryAt = (store: Store, owner: string, name: string): Repository | undefined =>
  repositoryByName(store, owner, name) ??
  rowBy(store, "repositories", "formerName", folded(`${owner}/${name}`))

export function nameWithOwner(store: Store, repository: Repository): string {
  const owner = find(store, "accounts", repository.ownerId)
  return `${owner?.login ?? "ghost"}/${repository.name}`
}

export const issueByNumber = (
  store: Store,
  repository: Repository,
  number: number,
): Issue | undefined => rowBy(store, "issues", "number", pair(repository.id, number))

export const pullRequestByNumber = (
  store: Store,
  repository: Repository,
  number: number,
): PullRequest | undefined => rowBy(store, "pullRequests", "number", pair(repository.id, number))

export const labelByName = (
  store: Store,
  repository: Repository,
  name: string,
): Label | undefined => rowBy(store, "labels", "name", named(repository.id, name))

export const milestoneByNumber = (
  store: Store,
  repository: Repository,
  number: number,
): Milestone | undefined => rowBy(store, "milestones", "number", pair(repository.id, number))

export const headOwner = (store: Store, pull: PullRequest): Account | undefined =>
  find(store, "accounts", find(store, "repositories", pull.headRepositoryId)?.ownerId)

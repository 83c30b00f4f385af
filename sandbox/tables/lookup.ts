import { folded, named, pair } from "./indexes.js"
import type { Account, Issue, Label, Milestone, PullRequest, Repository } from "./rows.js"
import { find, rowBy, type World } from "./world.js"

export const sameName = (a: string, b: string): boolean => folded(a) === folded(b)

export const accountByLogin = (world: World, login: string): Account | undefined =>
  rowBy(world, "accounts", "login", folded(login))

export function repositoryByName(
  world: World,
  owner: string,
  name: string,
): Repository | undefined {
  const account = accountByLogin(world, owner)
  return account && rowBy(world, "repositories", "name", named(account.id, name))
}

export function nameWithOwner(world: World, repository: Repository): string {
  const owner = find(world, "accounts", repository.ownerId)
  return `${owner?.login ?? "ghost"}/${repository.name}`
}

export const issueByNumber = (
  world: World,
  repository: Repository,
  number: number,
): Issue | undefined => rowBy(world, "issues", "number", pair(repository.id, number))

export const pullRequestByNumber = (
  world: World,
  repository: Repository,
  number: number,
): PullRequest | undefined => rowBy(world, "pullRequests", "number", pair(repository.id, number))

export const labelByName = (
  world: World,
  repository: Repository,
  name: string,
): Label | undefined => rowBy(world, "labels", "name", named(repository.id, name))

export const milestoneByNumber = (
  world: World,
  repository: Repository,
  number: number,
): Milestone | undefined => rowBy(world, "milestones", "number", pair(repository.id, number))

export const headOwner = (world: World, pull: PullRequest): Account | undefined =>
  find(world, "accounts", find(world, "repositories", pull.headRepositoryId)?.ownerId)

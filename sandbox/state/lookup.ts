import type { Account, Issue, Label, Milestone, PullRequest, Repository } from "./rows.js"
import { find, type World, where } from "./world.js"

/** GitHub compares logins, repository names and label names without regard to case. */
export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

export function accountByLogin(world: World, login: string): Account | undefined {
  return where(world, "accounts", (account) => sameName(account.login, login))[0]
}

export function repositoryByName(
  world: World,
  owner: string,
  name: string,
): Repository | undefined {
  const account = accountByLogin(world, owner)
  if (!account) return undefined
  return where(
    world,
    "repositories",
    (repository) => repository.ownerId === account.id && sameName(repository.name, name),
  )[0]
}

export function nameWithOwner(world: World, repository: Repository): string {
  const owner = find(world, "accounts", repository.ownerId)
  return `${owner?.login ?? "ghost"}/${repository.name}`
}

export function issueByNumber(
  world: World,
  repository: Repository,
  number: number,
): Issue | undefined {
  return where(
    world,
    "issues",
    (issue) => issue.number === number && issue.repositoryId === repository.id,
  )[0]
}

export function pullRequestByNumber(
  world: World,
  repository: Repository,
  number: number,
): PullRequest | undefined {
  return where(
    world,
    "pullRequests",
    (pull) => pull.number === number && pull.repositoryId === repository.id,
  )[0]
}

export function labelByName(world: World, repository: Repository, name: string): Label | undefined {
  return where(
    world,
    "labels",
    (label) => label.repositoryId === repository.id && sameName(label.name, name),
  )[0]
}

export function milestoneByNumber(
  world: World,
  repository: Repository,
  number: number,
): Milestone | undefined {
  return where(
    world,
    "milestones",
    (milestone) => milestone.repositoryId === repository.id && milestone.number === number,
  )[0]
}

export const headOwner = (world: World, pull: PullRequest): Account | undefined =>
  find(world, "accounts", find(world, "repositories", pull.headRepositoryId)?.ownerId)

import { requireScope, type Viewer } from "./permissions.js"
import type { Issue, PullRequest, Repository } from "./rows.js"
import { recordApplied, type World } from "./world.js"

export type Subscription = "SUBSCRIBED" | "UNSUBSCRIBED" | "IGNORED"

export function updateSubscription(
  world: World,
  viewer: Viewer,
  row: Issue | PullRequest | Repository,
  state: Subscription,
): void {
  world.clock.tick()
  if (row.kind !== "Repository") row.subscriptions.set(viewer.account.id, state)
  else if (state === "SUBSCRIBED") row.watchers.add(viewer.account.id)
  else row.watchers.delete(viewer.account.id)
  recordApplied(world, "updateSubscription", viewer.account, row)
}

export function setStarred(
  world: World,
  viewer: Viewer,
  repository: Repository,
  starred: boolean,
): void {
  requireScope(viewer, repository)
  const has = repository.stargazers.has(viewer.account.id)
  if (starred && !has) repository.stargazers.set(viewer.account.id, world.clock.tick())
  if (!starred && has) {
    world.clock.tick()
    repository.stargazers.delete(viewer.account.id)
  }
  recordApplied(world, starred ? "addStar" : "removeStar", viewer.account, repository)
}

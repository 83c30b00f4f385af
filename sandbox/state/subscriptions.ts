import {
  get,
  type Issue,
  type PullRequest,
  type Repository,
  recordApplied,
  update,
  type World,
  withEntry,
  withItem,
  withoutEntry,
  withoutItem,
} from "../tables/index.js"
import { requireScope, type Viewer } from "./permissions.js"

export type Subscription = "SUBSCRIBED" | "UNSUBSCRIBED" | "IGNORED"

export function updateSubscription(
  world: World,
  viewer: Viewer,
  row: Issue | PullRequest | Repository,
  state: Subscription,
): void {
  const repository = row.kind === "Repository" ? row : get(world, "repositories", row.repositoryId)
  requireScope(viewer, repository)
  world.clock.tick()
  const { id } = viewer.account
  if (row.kind !== "Repository") {
    update(world, row, { subscriptions: withEntry(row.subscriptions, id, state) })
  } else {
    const change = state === "SUBSCRIBED" ? withItem : withoutItem
    update(world, row, { watchers: change(row.watchers, id) })
  }
  recordApplied(world, "updateSubscription", viewer.account, row)
}

export function setStarred(
  world: World,
  viewer: Viewer,
  repository: Repository,
  starred: boolean,
): void {
  requireScope(viewer, repository)
  const { id } = viewer.account
  if (repository.stargazers.has(id) !== starred) {
    const now = world.clock.tick()
    const stargazers = starred
      ? withEntry(repository.stargazers, id, now)
      : withoutEntry(repository.stargazers, id)
    update(world, repository, { stargazers })
  }
  recordApplied(world, starred ? "addStar" : "removeStar", viewer.account, repository)
}

import {
  type Issue,
  type PullRequest,
  type Repository,
  withEntry,
  withItem,
  withoutEntry,
  withoutItem,
} from "../tables/index.js"
import { requireScope } from "./permissions.js"
import type { Session } from "./session.js"

export type Subscription = "SUBSCRIBED" | "UNSUBSCRIBED" | "IGNORED"

export function updateSubscription(
  store: Session,
  row: Issue | PullRequest | Repository,
  state: Subscription,
): void {
  const repository = row.kind === "Repository" ? row : store.get("repositories", row.repositoryId)
  requireScope(store.viewer, repository)
  setSubscription(store, row, state)
}

export function setSubscription(
  store: Session,
  row: Issue | PullRequest | Repository,
  state: Subscription,
): void {
  store.clock.tick()
  const { id } = store.viewer.account
  if (row.kind !== "Repository") {
    store.update(row, { subscriptions: withEntry(row.subscriptions, id, state) })
  } else {
    const among = (ids: ReadonlySet<number>, isAmong: boolean) =>
      isAmong ? withItem(ids, id) : withoutItem(ids, id)
    store.update(row, {
      watchers: among(row.watchers, state === "SUBSCRIBED"),
      ignorers: among(row.ignorers, state === "IGNORED"),
    })
  }
  store.recordApplied("updateSubscription", row)
}

export function setStarred(store: Session, repository: Repository, starred: boolean): void {
  requireScope(store.viewer, repository)
  const { id } = store.viewer.account
  if (repository.stargazers.has(id) !== starred) {
    const now = store.clock.tick()
    const stargazers = starred
      ? withEntry(repository.stargazers, id, now)
      : withoutEntry(repository.stargazers, id)
    store.update(repository, { stargazers })
  }
  store.recordApplied(starred ? "addStar" : "removeStar", repository)
}

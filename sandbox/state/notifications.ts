/**
 * Notifications are derived: participants of a thread are notified of what others do in it. They cannot be marked as
 * read in the sandbox, so all are unread.
 * https://docs.github.com/rest/activity/notifications#about-notification-reasons
 */
import {
  get,
  type Issue,
  type PullRequest,
  type Release,
  rowsBy,
  type Store,
  subjectKey,
  type TimelineEvent,
} from "../tables/index.js"
import { textsOf } from "./cross-references.js"
import { mentions } from "./filters.js"
import { isVisible, type Viewer } from "./permissions.js"

export type Reason = "assign" | "author" | "comment" | "mention" | "review_requested" | "subscribed"

export interface Notification {
  readonly subject: Issue | PullRequest | Release
  readonly reason: Reason
  readonly updatedAt: string
}

/** Most recently updated first. */
export function notificationsOf(store: Store, viewer: Viewer): Notification[] {
  const { issues, pullRequests, releases } = store.tables
  const threads = [...issues.values(), ...pullRequests.values()]
    .filter((row) => isVisible(store, viewer, row))
    .flatMap((row) => ofThread(store, viewer, row) ?? [])
  const published = releases
    .values()
    .filter((row) => isVisible(store, viewer, row))
    .flatMap((row) => ofRelease(store, viewer, row) ?? [])
  return [...threads, ...published].sort(
    (a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.subject.id - a.subject.id,
  )
}

interface Since {
  readonly reason: Reason
  readonly at: string
}

function ofThread(
  store: Store,
  viewer: Viewer,
  row: Issue | PullRequest,
): Notification | undefined {
  const since = reasonOf(store, viewer, row)
  if (!since) return undefined
  const updatedAt = othersActivity(store, viewer, row)
    .filter((at) => at >= since.at)
    .sort()
    .at(-1)
  return updatedAt === undefined ? undefined : { subject: row, reason: since.reason, updatedAt }
}

/** The latest reason applies, but does not replace a mention. Watching counts only if there is no other reason. */
function reasonOf(store: Store, viewer: Viewer, row: Issue | PullRequest): Since | undefined {
  const { id, login } = viewer.account
  const subscription = row.subscriptions.get(id)
  if (subscription === "IGNORED") return undefined
  const texts = textsOf(store, viewer, row)
  const mention = texts.find(({ authorId, body }) => authorId !== id && mentions(body, login))
  if (mention) return { reason: "mention", at: mention.createdAt }
  if (subscription === "UNSUBSCRIBED") return undefined
  const own = texts.filter(({ authorId }) => authorId === id)
  const taken = [
    ...own.map((text): Since => {
      return { reason: text === row ? "author" : "comment", at: text.createdAt }
    }),
    ...eventsAbout(store, viewer, row, "AssignedEvent", row.assigneeIds, "assign"),
    ...eventsAbout(
      store,
      viewer,
      row,
      "ReviewRequestedEvent",
      row.kind === "Issue" ? [] : requestedOf(store, row),
      "review_requested",
    ),
  ].sort((a, b) => a.at.localeCompare(b.at))
  const last = taken.at(-1)
  if (last) return { reason: last.reason, at: taken[0]?.at ?? last.at }
  const repository = get(store, "repositories", row.repositoryId)
  const isSubscribed = subscription === "SUBSCRIBED" || repository.watchers.has(id)
  return isSubscribed ? { reason: "subscribed", at: row.createdAt } : undefined
}

const requestedOf = (store: Store, pull: PullRequest): number[] =>
  rowsBy(store, "reviewRequests", "pullRequest", pull.id).map(({ reviewerId }) => reviewerId)

/** Whether the viewer is still assigned, or still asked for a review. */
function eventsAbout(
  store: Store,
  { account }: Viewer,
  row: Issue | PullRequest,
  kind: TimelineEvent["kind"],
  present: readonly number[],
  reason: Reason,
): Since[] {
  if (!present.includes(account.id)) return []
  const event = eventsOf(store, row).findLast(
    (one) => one.kind === kind && one.data.userId === account.id,
  )
  return [{ reason, at: event?.createdAt ?? row.createdAt }]
}

const eventsOf = (store: Store, row: Issue | PullRequest): TimelineEvent[] =>
  rowsBy(store, "events", "subject", subjectKey(row))

/** Events that notify all participants. Assignments and review requests only notify the person concerned. */
const TOLD = new Set<TimelineEvent["kind"]>(["ClosedEvent", "MergedEvent", "ReopenedEvent"])
const PERSONAL = new Set<TimelineEvent["kind"]>(["AssignedEvent", "ReviewRequestedEvent"])

/** The times at which others did something that causes a notification. */
function othersActivity(store: Store, viewer: Viewer, row: Issue | PullRequest): string[] {
  const { id } = viewer.account
  const written = textsOf(store, viewer, row).filter(({ authorId }) => authorId !== id)
  const events = eventsOf(store, row).filter(
    ({ actorId, kind, data }) =>
      actorId !== id && (TOLD.has(kind) || (PERSONAL.has(kind) && data.userId === id)),
  )
  return [...written, ...events].map(({ createdAt }) => createdAt)
}

function ofRelease(store: Store, viewer: Viewer, release: Release): Notification | undefined {
  const { id } = viewer.account
  const repository = get(store, "repositories", release.repositoryId)
  const isNotified = repository.watchers.has(id) && release.authorId !== id
  if (!isNotified || release.publishedAt === null) return undefined
  return { subject: release, reason: "subscribed", updatedAt: release.publishedAt }
}

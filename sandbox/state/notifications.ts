/**
 * Notifications are derived: participants of a thread are notified of what others do in it. An account remembers when
 * it read a thread or marked it as done; whatever happens later makes the thread unread again.
 * https://docs.github.com/rest/activity/notifications#about-notification-reasons
 */

import {
  type Issue,
  type PullRequest,
  type Release,
  type SeenThread,
  type Store,
  subjectKey,
  type TimelineEvent,
  withEntry,
} from "../tables/index.js"
import { textsOf } from "./cross-references.js"
import { mentions } from "./filters.js"
import { isVisible } from "./permissions.js"
import type { Session, Viewer } from "./session.js"
import { type Subscription, setSubscription } from "./subscriptions.js"

type Subject = Issue | PullRequest | Release

export type Reason = "assign" | "author" | "comment" | "mention" | "review_requested" | "subscribed"

export interface Notification {
  readonly subject: Subject
  readonly reason: Reason
  readonly updatedAt: string
}

/** The first digit of a thread's id, since ids of issues, pull requests and releases may be equal. */
const TABLES = { "1": "issues", "2": "pullRequests", "3": "releases" } as const
const DIGITS = { Issue: "1", PullRequest: "2", Release: "3" } as const

export const threadIdOf = ({ kind, id }: Subject): string => `${DIGITS[kind]}${id}`

/** The notification with an id, whether read, done or neither. It stays when its thread is ignored later. */
export function notificationById(store: Session, id: string): Notification | undefined {
  const subject = threadSubject(store, id)
  if (!subject) return undefined
  if (subject.kind === "Release") return ofRelease(store, subject)
  const chosen = subject.subscriptions.get(store.viewer.account.id)
  return ofThread(store, subject, chosen === "SUBSCRIBED" ? chosen : undefined)
}

function threadSubject(store: Session, id: string): Subject | undefined {
  const [, digit, number] = /^([123])(\d+)$/.exec(id) ?? []
  if (digit === undefined) return undefined
  const subject = store.find(TABLES[digit as keyof typeof TABLES], Number(number))
  return subject && isVisible(store, subject) ? subject : undefined
}

const seenBy = ({ account }: Viewer, { subject }: Notification): SeenThread | undefined =>
  account.seenThreads.get(threadIdOf(subject))

export const lastReadAt = (viewer: Viewer, one: Notification): string | null =>
  seenBy(viewer, one)?.readAt ?? null

export const isUnread = (viewer: Viewer, one: Notification): boolean =>
  one.updatedAt > (lastReadAt(viewer, one) ?? "")

/** Done notifications are not listed until something else happens. */
export const isDone = (viewer: Viewer, one: Notification): boolean =>
  one.updatedAt <= (seenBy(viewer, one)?.doneAt ?? "")

export function markRead(store: Session, one: Notification): void {
  read(store, [one])
  store.recordApplied("markNotificationAsRead", one.subject)
}

export function markAllRead(store: Session, all: readonly Notification[]): void {
  read(store, all)
  store.recordApplied("markNotificationsAsRead", store.viewer.account)
}

function read(store: Session, notifications: readonly Notification[]): void {
  const unread = notifications.filter((one) => isUnread(store.viewer, one))
  if (unread.length === 0) return
  const readAt = store.clock.tick()
  for (const one of unread) {
    see(store, one, { readAt, doneAt: seenBy(store.viewer, one)?.doneAt ?? null })
  }
}

export function markDone(store: Session, one: Notification): void {
  if (!isDone(store.viewer, one)) {
    const now = store.clock.tick()
    see(store, one, { readAt: now, doneAt: now })
  }
  store.recordApplied("markNotificationAsDone", one.subject)
}

function see(store: Session, { subject }: Notification, seen: SeenThread): void {
  store.update(store.viewer.account, {
    seenThreads: withEntry(store.viewer.account.seenThreads, threadIdOf(subject), seen),
  })
}

/** The subscription to a thread, chosen or implied by a notification. Watchers of a repository are subscribed to releases. */
export function threadSubscription(store: Session, id: string): Subscription | undefined {
  const subject = threadSubject(store, id)
  if (!subject) return undefined
  const chosen =
    subject.kind === "Release" ? undefined : subject.subscriptions.get(store.viewer.account.id)
  return chosen ?? (notificationById(store, id) && "SUBSCRIBED")
}

/** Only issues and pull requests have subscriptions of their own in the sandbox. */
export function setThreadSubscription(
  store: Session,
  id: string,
  state: Subscription,
): "set" | "absent" | "release" {
  const subject = threadSubject(store, id)
  if (!subject || threadSubscription(store, id) === undefined) return "absent"
  if (subject.kind === "Release") return "release"
  setSubscription(store, subject, state)
  return "set"
}

/** Most recently updated first. */
export function notificationsOf(store: Session): Notification[] {
  const { issues, pullRequests, releases } = store.tables
  const threads = [...issues.values(), ...pullRequests.values()]
    .filter((row) => isVisible(store, row))
    .flatMap((row) => ofThread(store, row, row.subscriptions.get(store.viewer.account.id)) ?? [])
  const published = releases
    .values()
    .filter((row) => isVisible(store, row))
    .flatMap((row) => ofRelease(store, row) ?? [])
  return [...threads, ...published].sort(
    (a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.subject.id - a.subject.id,
  )
}

interface Since {
  readonly reason: Reason
  readonly at: string
}

function ofThread(
  store: Session,
  row: Issue | PullRequest,
  subscription: Subscription | undefined,
): Notification | undefined {
  const since = reasonOf(store, row, subscription)
  if (!since) return undefined
  const updatedAt = othersActivity(store, row)
    .filter((at) => at >= since.at)
    .sort()
    .at(-1)
  return updatedAt === undefined ? undefined : { subject: row, reason: since.reason, updatedAt }
}

/** The latest reason applies, but does not replace a mention. Watching counts only if there is no other reason. */
function reasonOf(
  store: Session,
  row: Issue | PullRequest,
  subscription: Subscription | undefined,
): Since | undefined {
  const { id, login } = store.viewer.account
  const repository = store.get("repositories", row.repositoryId)
  if (subscription === "IGNORED" || repository.ignorers.has(id)) return undefined
  const texts = textsOf(store, row)
  const mention = texts.find(({ authorId, body }) => authorId !== id && mentions(body, login))
  if (mention) return { reason: "mention", at: mention.createdAt }
  if (subscription === "UNSUBSCRIBED") return undefined
  const own = texts.filter(({ authorId }) => authorId === id)
  const taken = [
    ...own.map((text): Since => {
      return { reason: text === row ? "author" : "comment", at: text.createdAt }
    }),
    ...eventsAbout(store, row, "AssignedEvent", row.assigneeIds, "assign"),
    ...eventsAbout(
      store,
      row,
      "ReviewRequestedEvent",
      row.kind === "Issue" ? [] : requestedOf(store, row),
      "review_requested",
    ),
  ].sort((a, b) => a.at.localeCompare(b.at))
  const last = taken.at(-1)
  if (last) return { reason: last.reason, at: taken[0]?.at ?? last.at }
  const isSubscribed = subscription === "SUBSCRIBED" || repository.watchers.has(id)
  return isSubscribed ? { reason: "subscribed", at: row.createdAt } : undefined
}

const requestedOf = (store: Store, pull: PullRequest): number[] =>
  store.rowsBy("reviewRequests", "pullRequest", pull.id).map(({ reviewerId }) => reviewerId)

/** Whether the viewer is still assigned, or still asked for a review. */
function eventsAbout(
  store: Session,
  row: Issue | PullRequest,
  kind: TimelineEvent["kind"],
  present: readonly number[],
  reason: Reason,
): Since[] {
  if (!present.includes(store.viewer.account.id)) return []
  const event = eventsOf(store, row).findLast(
    (one) => one.kind === kind && one.data.userId === store.viewer.account.id,
  )
  return [{ reason, at: event?.createdAt ?? row.createdAt }]
}

const eventsOf = (store: Store, row: Issue | PullRequest): TimelineEvent[] =>
  store.rowsBy("events", "subject", subjectKey(row))

/** Events that notify all participants. Assignments and review requests only notify the person concerned. */
const TOLD = new Set<TimelineEvent["kind"]>(["ClosedEvent", "MergedEvent", "ReopenedEvent"])
const PERSONAL = new Set<TimelineEvent["kind"]>(["AssignedEvent", "ReviewRequestedEvent"])

/** The times at which others did something that causes a notification. */
function othersActivity(store: Session, row: Issue | PullRequest): string[] {
  const { id } = store.viewer.account
  const written = textsOf(store, row).filter(({ authorId }) => authorId !== id)
  const events = eventsOf(store, row).filter(
    ({ actorId, kind, data }) =>
      actorId !== id && (TOLD.has(kind) || (PERSONAL.has(kind) && data.userId === id)),
  )
  return [...written, ...events].map(({ createdAt }) => createdAt)
}

function ofRelease(store: Session, release: Release): Notification | undefined {
  const { id } = store.viewer.account
  const repository = store.get("repositories", release.repositoryId)
  const isNotified = repository.watchers.has(id) && release.authorId !== id
  if (!isNotified || release.publishedAt === null) return undefined
  return { subject: release, reason: "subscribed", updatedAt: release.publishedAt }
}

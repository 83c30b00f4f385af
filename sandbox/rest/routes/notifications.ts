import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  isDone,
  isUnread,
  markAllRead,
  markDone,
  markRead,
  type Notification,
  notificationById,
  notificationsOf,
  setThreadSubscription,
  threadSubscription,
} from "../../state/index.js"
import { maybe, missing, NotModelled, type RestRequest, refuse, routesOf } from "../route/index.js"
import { notificationShape, threadSubscriptionShape } from "../shapes/index.js"

const allRead = Type.Object({ last_read_at: maybe(Type.String()), read: maybe(Type.Boolean()) })

const repositoryRead = Type.Object({ last_read_at: maybe(Type.String()) })

const subscription = Type.Object({ ignored: maybe(Type.Boolean()) })

/** Notifications of the viewer, of issues, pull requests and releases. */
export const notificationRoutes = routesOf({
  "GET /notifications": (request) => list(request, () => true),

  "GET /repos/{owner}/{repo}/notifications": (request) => {
    const { id } = request.repository()
    return list(request, ({ subject }) => subject.repositoryId === id)
  },

  "PUT /notifications": (request) => {
    const { last_read_at, read } = request.read("Notification", allRead)
    if (read === false) throw new NotModelled("`read: false`")
    return readAll(request, last_read_at, () => true)
  },

  "PUT /repos/{owner}/{repo}/notifications": (request) => {
    const { id } = request.repository()
    const { last_read_at } = request.read("Notification", repositoryRead)
    return readAll(request, last_read_at, ({ subject }) => subject.repositoryId === id)
  },

  "GET /notifications/threads/{thread_id}": (request) =>
    ok(notificationShape(request, threadIn(request))),

  "PATCH /notifications/threads/{thread_id}": (request) => {
    markRead(request.store, threadIn(request))
    return answer(205)
  },

  "DELETE /notifications/threads/{thread_id}": (request) =>
    markDone(request.store, threadIn(request)),

  "GET /notifications/threads/{thread_id}/subscription": (request) => ok(subscriptionIn(request)),

  "PUT /notifications/threads/{thread_id}/subscription": (request) => {
    const { ignored } = request.read("Subscription", subscription)
    subscribe(request, ignored ? "IGNORED" : "SUBSCRIBED")
    return ok(subscriptionIn(request))
  },

  "DELETE /notifications/threads/{thread_id}/subscription": (request) =>
    subscribe(request, "UNSUBSCRIBED"),
})

const SCOPES = ["notifications", "repo"]

function authorize({ viewer }: RestRequest): void {
  if (viewer.grant) throw refuse(403, "Resource not accessible by integration")
  if (!SCOPES.some((scope) => viewer.scopes.has(scope))) {
    throw refuse(403, "Missing the 'notifications' scope.")
  }
}

type Test = (one: Notification) => boolean

function list(request: RestRequest, isWanted: Test) {
  authorize(request)
  const { store, viewer, query } = request
  const isAll = query.get("all") === "true"
  const isParticipating = query.get("participating") === "true"
  const since = request.time("Notification", "since")
  const before = request.time("Notification", "before")
  const rows = notificationsOf(store)
    .filter(isWanted)
    .filter((one) => !isDone(viewer, one) && (isAll || isUnread(viewer, one)))
    .filter(({ reason }) => !isParticipating || reason !== "subscribed")
    .filter(({ updatedAt }) => since === null || Date.parse(updatedAt) >= since)
    .filter(({ updatedAt }) => before === null || Date.parse(updatedAt) < before)
  const listed = request.page(rows, notificationShape, undefined, {
    defaultPerPage: 50,
  })
  return { ...listed, headers: { ...listed.headers, "x-poll-interval": "60" } }
}

/** Leaves those unread that were updated after a time. */
function readAll(request: RestRequest, until: string | null | undefined, isWanted: Test) {
  authorize(request)
  const { store } = request
  const latest = until ? Date.parse(until) : Number.POSITIVE_INFINITY
  if (Number.isNaN(latest)) {
    const error = { resource: "Notification", field: "last_read_at", code: "invalid" }
    throw refuse(422, "Validation Failed", { errors: [error] })
  }
  const wanted = notificationsOf(store)
    .filter(isWanted)
    .filter(({ updatedAt }) => Date.parse(updatedAt) <= latest)
  markAllRead(store, wanted)
  return answer(205)
}

const idIn = ({ params }: RestRequest): string => params.thread_id ?? ""

function threadIn(request: RestRequest): Notification {
  authorize(request)
  return request.orMissing(notificationById(request.store, idIn(request)))
}

function subscriptionIn(request: RestRequest) {
  authorize(request)
  const found = threadSubscription(request.store, idIn(request))
  if (!found || found === "UNSUBSCRIBED") throw missing()
  return threadSubscriptionShape(request, idIn(request), found)
}

function subscribe(request: RestRequest, state: Parameters<typeof setThreadSubscription>[2]): void {
  authorize(request)
  const result = setThreadSubscription(request.store, idIn(request), state)
  if (result === "absent") throw missing()
  if (result === "release") throw new NotModelled("subscriptions to releases")
}

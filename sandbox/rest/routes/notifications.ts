import { type Notification, notificationsOf } from "../../state/index.js"
import { page, type RestRequest, refuse, repositoryIn, routesOf, timeIn } from "../route/index.js"
import { notificationShape } from "../shapes/index.js"

/** Notifications of the viewer, of issues, pull requests and releases. */
export const notificationRoutes = routesOf({
  "GET /notifications": (request) => list(request, () => true),

  "GET /repos/{owner}/{repo}/notifications": (request) => {
    const { id } = repositoryIn(request)
    return list(request, ({ subject }) => subject.repositoryId === id)
  },
})

const SCOPES = ["notifications", "repo"]

function list(request: RestRequest, isWanted: (one: Notification) => boolean) {
  const { store, viewer, query } = request
  if (viewer.grant) throw refuse(403, "Resource not accessible by integration")
  if (!SCOPES.some((scope) => viewer.scopes.has(scope))) {
    throw refuse(403, "Missing the 'notifications' scope.")
  }
  // None has been read.
  query.get("all")
  const isParticipating = query.get("participating") === "true"
  const since = timeIn(request, "Notification", "since")
  const before = timeIn(request, "Notification", "before")
  const rows = notificationsOf(store, viewer)
    .filter(isWanted)
    .filter(({ reason }) => !isParticipating || reason !== "subscribed")
    .filter(({ updatedAt }) => since === null || Date.parse(updatedAt) >= since)
    .filter(({ updatedAt }) => before === null || Date.parse(updatedAt) < before)
  return page(request, rows, (one) => notificationShape(request, one), undefined, {
    defaultPerPage: 50,
  })
}

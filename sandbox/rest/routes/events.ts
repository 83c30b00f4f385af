import { ok } from "../../http/index.js"
import { timelineOf } from "../../state/index.js"
import { subjectKey, type TimelineEvent } from "../../tables/index.js"
import { missing, routesOf, type View } from "../route/index.js"
import { eventShape, relatedIssue, timelineShape } from "../shapes/index.js"

const ISSUES = "/repos/{owner}/{repo}/issues"

export const eventRoutes = routesOf({
  [`GET ${ISSUES}/events`]: (request) => {
    const repository = request.repository()
    const events = request.store.where(
      "events",
      (event) => request.store.numberedOf(event).repositoryId === repository.id,
    )
    return request.page(events.toReversed(), withIssue)
  },

  [`GET ${ISSUES}/events/{event_id}`]: (request) => {
    const repository = request.repository()
    const event = request.store.tables.events.get(request.number("event_id"))
    if (!event || request.store.numberedOf(event).repositoryId !== repository.id) throw missing()
    return ok(withIssue(request, event))
  },

  [`GET ${ISSUES}/{issue_number}/events`]: (request) => {
    const events = request.store.listBy("events", "subject", subjectKey(request.issue()))
    return request.page(events, eventShape)
  },

  [`GET ${ISSUES}/{issue_number}/timeline`]: (request) => {
    const repository = request.repository()
    const items = timelineOf(request.store, request.issue())
    return request.page(items, (_, item) => timelineShape(request, repository, item))
  },
})

const withIssue = (request: View, event: TimelineEvent) => ({
  ...eventShape(request, event),
  issue: relatedIssue(request, request.store.numberedOf(event)),
})

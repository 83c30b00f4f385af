import { ok } from "../../http/index.js"
import { timelineOf } from "../../state/index.js"
import { numberedOf, subjectKey, type TimelineEvent } from "../../tables/index.js"
import {
  issueIn,
  missing,
  numberIn,
  page,
  type RestRequest,
  repositoryIn,
  routesOf,
} from "../route/index.js"
import { eventShape, relatedIssue, timelineShape } from "../shapes/index.js"

const ISSUES = "/repos/{owner}/{repo}/issues"

export const eventRoutes = routesOf({
  [`GET ${ISSUES}/events`]: (request) => {
    const repository = repositoryIn(request)
    const events = request.store.where(
      "events",
      (event) => numberedOf(request.store, event).repositoryId === repository.id,
    )
    return page(request, events.toReversed(), (event) => withIssue(request, event))
  },

  [`GET ${ISSUES}/events/{event_id}`]: (request) => {
    const repository = repositoryIn(request)
    const event = request.store.tables.events.get(numberIn(request, "event_id"))
    if (!event || numberedOf(request.store, event).repositoryId !== repository.id) throw missing()
    return ok(withIssue(request, event))
  },

  [`GET ${ISSUES}/{issue_number}/events`]: (request) => {
    const events = request.store.listBy("events", "subject", subjectKey(issueIn(request)))
    return page(request, events, (event) => eventShape(request, event))
  },

  [`GET ${ISSUES}/{issue_number}/timeline`]: (request) => {
    const repository = repositoryIn(request)
    const items = timelineOf(request.store, issueIn(request))
    return page(request, items, (item) => timelineShape(request, repository, item))
  },
})

const withIssue = (request: RestRequest, event: TimelineEvent) => ({
  ...eventShape(request, event),
  issue: relatedIssue(request, numberedOf(request.store, event)),
})

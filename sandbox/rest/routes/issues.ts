import { Type } from "typebox"
import { ok } from "../../http/index.js"
import {
  accountPermission,
  canBeAssigned,
  createIssue,
  filterOf,
  findVisible,
  has,
  isAtLeast,
  type Session,
  setLocked,
  timelineOf,
  visibleIssues,
  visibleSubIssues,
} from "../../state/index.js"
import {
  type Issue,
  type ListOrder,
  mergedRows,
  type PullRequest,
  type Repository,
  rowsInOrder,
  type Store,
  subjectKey,
  type TimelineEvent,
} from "../../tables/index.js"
import {
  changeIssue,
  detailsOf,
  type Handler,
  invalid,
  issuesDisabled,
  labelName,
  maybe,
  missing,
  type RestRequest,
  routesOf,
  texts,
  type View,
} from "../route/index.js"
import { eventShape, issueShape, relatedIssue, timelineShape } from "../shapes/index.js"

const details = {
  ...texts("body", "assignee"),
  assignees: maybe(Type.Array(Type.String())),
  milestone: maybe(Type.Union([Type.Integer(), Type.String()])),
  labels: maybe(Type.Array(labelName)),
}

const newIssue = Type.Object({
  title: Type.Union([Type.String(), Type.Integer()]),
  ...details,
})

const issueChanges = Type.Object({
  title: maybe(Type.Union([Type.String(), Type.Integer()])),
  state: maybe(Type.Enum(["open", "closed"])),
  state_reason: maybe(Type.Enum(["completed", "not_planned", "duplicate", "reopened"])),
  duplicate_issue_id: Type.Optional(Type.Integer()),
  ...details,
})

const lock = Type.Object({
  lock_reason: maybe(Type.Enum(["off-topic", "too heated", "resolved", "spam"])),
})

const ISSUE = "/repos/{owner}/{repo}/issues/{issue_number}"

export const issueRoutes = routesOf({
  "GET /repos/{owner}/{repo}/issues": (request) => {
    const repository = request.repository()
    const state = request.choice("Issue", "state", "open", "closed", "all")
    const sort = request.choice("Issue", "sort", "created", "updated", "comments")
    const direction = request.choice("Issue", "direction", "desc", "asc")
    const matches = byQuery(request, repository)
    const rows = mergedRows(listsOf(request.store, repository, state, sort), sort, direction)
    const wanted = matches ? rows.slice(0, rows.length).filter(matches) : rows
    return request.page(wanted, issueShape)
  },

  "POST /repos/{owner}/{repo}/issues": (request) => {
    const { store } = request
    const repository = request.repository()
    if (!repository.hasIssuesEnabled) throw issuesDisabled()
    const body = request.read("Issue", newIssue)
    const mayTriage = has(store, repository, "TRIAGE", "issues")
    const wanted = mayTriage ? detailsOf(request, repository, body) : {}
    const issue = createIssue(store, repository, {
      title: String(body.title),
      body: body.body ?? "",
      ...wanted,
    })
    return request.created(issueShape(request, issue))
  },

  [`GET ${ISSUE}`]: (request) => ok(issueShape(request, request.issue())),

  [`PATCH ${ISSUE}`]: (request) => {
    const row = request.issue()
    const body = request.read("Issue", issueChanges)
    changeIssue(request, row, body)
    return ok(issueShape(request, row))
  },

  [`GET ${ISSUE}/sub_issues`]: listing(visibleSubIssues),

  [`GET ${ISSUE}/dependencies/blocked_by`]: listing((store, issue) =>
    visibleIssues(store, issue.blockedByIds),
  ),

  [`GET ${ISSUE}/dependencies/blocking`]: listing((store, issue) =>
    visibleIssues(store, issue.blockingIds),
  ),

  [`GET ${ISSUE}/parent`]: (request) => {
    const row = request.issue()
    const parent = request.orMissing(
      row.kind === "Issue" && findVisible(request.store, "issues", row.parentId),
    )
    return ok(issueShape(request, parent))
  },

  [`PUT ${ISSUE}/lock`]: (request) => {
    const { lock_reason } = request.read("Issue", lock)
    const reason = lock_reason ? LOCK_REASON_NAMED[lock_reason] : null
    setLocked(request.store, request.issue(), true, reason)
  },

  [`DELETE ${ISSUE}/lock`]: (request) => setLocked(request.store, request.issue(), false),
})

/** A list of issues that belong to an issue. A pull request has none. */
function listing(related: (store: Session, issue: Issue) => Issue[]): Handler {
  return (request) => {
    const row = request.issue()
    const issues = row.kind === "Issue" ? related(request.store, row) : []
    return request.page(issues, issueShape)
  }
}

const LOCK_REASON_NAMED = {
  "off-topic": "OFF_TOPIC",
  resolved: "RESOLVED",
  spam: "SPAM",
  "too heated": "TOO_HEATED",
} as const

/** REST lists every pull request as an issue. */
function listsOf(
  store: Store,
  { id, hasIssuesEnabled }: Repository,
  state: "open" | "closed" | "all",
  order: ListOrder,
): (readonly (Issue | PullRequest)[])[] {
  const issues = (one?: string) =>
    hasIssuesEnabled ? rowsInOrder(store, "issues", id, order, one) : []
  const pulls = (one?: string) => rowsInOrder(store, "pullRequests", id, order, one)
  if (state === "all") return [issues(), pulls()]
  if (state === "open") return [issues("OPEN"), pulls("OPEN")]
  return [issues("CLOSED"), pulls("CLOSED"), pulls("MERGED")]
}

/** The list's filters besides the state; undefined without any. */
function byQuery(request: RestRequest, repository: Repository) {
  const { store, viewer, query } = request
  const milestone = query.get("milestone")
  if (milestone && milestone !== "*" && milestone !== "none") {
    if (!store.milestoneByNumber(repository, Number(milestone))) {
      throw invalid("Issue", "milestone", "invalid", milestone)
    }
  }
  const orNull = (value: string) => (value === "none" ? null : value)
  const assignee = query.get("assignee")
  const labels = query
    .get("labels")
    ?.split(",")
    .filter((name) => name !== "")
  const creator = query.get("creator")
  const mentioned = query.get("mentioned")
  const filters = {
    ...(assignee && { assignee: orNull(assignee) }),
    ...(milestone && { milestoneNumber: orNull(milestone) }),
    ...(labels && { labels }),
    ...(creator && { createdBy: creator }),
    ...(mentioned && { mentioned }),
  }
  const isRecent = request.isSince("Issue")
  const matches = filterOf(store, viewer.account.id, filters)
  if (!query.get("since")) return matches
  return (row: Issue | PullRequest) => isRecent(row) && (!matches || matches(row))
}

/** Whether an account can be assigned: 204 if so, 404 if not. */
export const assigneeRoutes = routesOf({
  "GET /repos/{owner}/{repo}/assignees/{assignee}": (request) => {
    const repository = request.repository()
    const account = request.account("assignee")
    if (account.kind !== "User") throw missing()
    if (!isAtLeast(accountPermission(request.store, account, repository), "TRIAGE")) throw missing()
  },

  "GET /repos/{owner}/{repo}/issues/{issue_number}/assignees/{assignee}": (request) => {
    const row = request.issue()
    const account = request.account("assignee")
    if (account.kind !== "User" || !canBeAssigned(request.store, row, account)) throw missing()
  },
})

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

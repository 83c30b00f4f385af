import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  addAssignees,
  addLabels,
  authorizeTriage,
  canBeAssigned,
  clearLabels,
  createLabel,
  createMilestone,
  deleteLabel,
  deleteMilestone,
  MAX_ASSIGNEES,
  removeAssignees,
  removeLabels,
  updateIssue,
  updateLabel,
  updateMilestone,
  updatePullRequest,
} from "../../state/index.js"
import type { Issue, Label, Milestone, PullRequest } from "../../tables/index.js"
import {
  invalid,
  knownAccounts,
  labelNamesIn,
  labelsNamed,
  maybe,
  type RestRequest,
  refuse,
  routesOf,
  sorted,
  texts,
} from "../route/index.js"
import { issueShape, labelShape, labelsById, milestoneShape } from "../shapes/index.js"

const newLabel = Type.Object({
  name: Type.String(),
  ...texts("color", "description"),
})

const labelChanges = Type.Object({
  ...texts("new_name", "color", "description"),
})

const people = Type.Object({ assignees: Type.Optional(Type.Array(Type.String())) })

const labelIn = (request: RestRequest): Label => {
  return request.orMissing(
    request.store.labelByName(request.repository(), request.params.name ?? ""),
  )
}

export const labelRoutes = routesOf({
  "GET /repos/{owner}/{repo}/labels": (request) => {
    const repository = request.repository()
    const rows = request.store.rowsBy("labels", "repository", repository.id)
    return request.page(rows, labelShape)
  },

  "POST /repos/{owner}/{repo}/labels": (request) => {
    const repository = request.repository()
    const body = request.read("Label", newLabel)
    const label = createLabel(request.store, repository, {
      ...body,
      // GitHub chooses a random colour.
      color: body.color ?? "ededed",
    })
    return request.created(labelShape(request, label))
  },

  "GET /repos/{owner}/{repo}/labels/{name}": (request) => {
    const label = labelIn(request)
    // Only this header shows when a label was changed.
    const modified = new Date(label.updatedAt).toUTCString()
    return answer(200, labelShape(request, label), { "last-modified": modified })
  },

  "PATCH /repos/{owner}/{repo}/labels/{name}": (request) => {
    const { new_name, ...rest } = request.read("Label", labelChanges)
    const label = updateLabel(request.store, labelIn(request), {
      ...rest,
      ...(new_name !== undefined && { name: new_name }),
    })
    return ok(labelShape(request, label))
  },

  "DELETE /repos/{owner}/{repo}/labels/{name}": (request) =>
    deleteLabel(request.store, labelIn(request)),

  "GET /repos/{owner}/{repo}/milestones/{milestone_number}/labels": (request) => {
    const milestone = request.milestone()
    const numbered = [
      ...request.store.rowsBy("issues", "milestone", milestone.id),
      ...request.store.rowsBy("pullRequests", "milestone", milestone.id),
    ]
    const ids = new Set(numbered.flatMap(({ labelIds }) => labelIds))
    const labels = request.store.rowsBy("labels", "repository", milestone.repositoryId)
    const rows = labels.filter((label) => ids.has(label.id))
    return request.page(rows, labelShape)
  },

  "GET /repos/{owner}/{repo}/issues/{issue_number}/labels": (request) =>
    request.page(labelsById(request, request.issue().labelIds)),

  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels": (request) => {
    const row = request.issue()
    authorizeTriage(request.store, row)
    addLabels(request.store, row, named(request, row))
    return ok(labelsById(request, row.labelIds))
  },

  "PUT /repos/{owner}/{repo}/issues/{issue_number}/labels": (request) => {
    const { store } = request
    const row = request.issue()
    authorizeTriage(request.store, row)
    const labelIds = named(request, row).map((label) => label.id)
    if (row.kind === "Issue") updateIssue(store, row, { labelIds })
    else updatePullRequest(store, row, { labelIds })
    return ok(labelsById(request, row.labelIds))
  },

  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels": (request) =>
    clearLabels(request.store, request.issue()),

  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}": (request) => {
    const row = request.issue()
    authorizeTriage(request.store, row)
    const label = request.store.labelByName(request.repository(), request.params.name ?? "")
    if (!label || !row.labelIds.includes(label.id)) throw refuse(404, "Label does not exist")
    removeLabels(request.store, row, [label])
    return ok(labelsById(request, row.labelIds))
  },

  "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees": (request) => {
    const row = request.issue()
    const { assignees = [] } = request.read("Issue", people)
    const added = knownAccounts(request, assignees).filter(
      (user) => !row.assigneeIds.includes(user.id) && canBeAssigned(request.store, row, user),
    )
    addAssignees(request.store, row, added.slice(0, MAX_ASSIGNEES - row.assigneeIds.length))
    return answer(201, issueShape(request, row))
  },

  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees": (request) => {
    const row = request.issue()
    const { assignees = [] } = request.read("Issue", people)
    removeAssignees(request.store, row, knownAccounts(request, assignees))
    return ok(issueShape(request, row))
  },
})

const named = (request: RestRequest, row: Issue | PullRequest): Label[] =>
  labelsNamed(request, request.store.get("repositories", row.repositoryId), labelNamesIn(request))

const details = {
  state: maybe(Type.Enum(["open", "closed"])),
  ...texts("description", "due_on"),
}

const newMilestone = Type.Object({ title: Type.String(), ...details })
const milestoneChanges = Type.Object({ title: maybe(Type.String()), ...details })

export const milestoneRoutes = routesOf({
  "GET /repos/{owner}/{repo}/milestones": (request) => {
    const repository = request.repository()
    const state = request.choice("Milestone", "state", "open", "closed", "all")
    // GitHub ignores an unknown order here.
    const isByDate = request.query.get("sort") !== "completeness"
    const direction = request.choice("Milestone", "direction", "asc", "desc")
    const rows = request.store
      .rowsBy("milestones", "repository", repository.id)
      .filter((milestone) => state === "all" || milestone.state.toLowerCase() === state)
    const completeness = (milestone: Milestone) => {
      const { open_issues, closed_issues } = milestoneShape(request, milestone)
      return closed_issues / Math.max(1, open_issues + closed_issues)
    }
    const key = (row: Milestone) => (isByDate ? (row.dueOn ?? "9999") : completeness(row))
    return request.page(sorted(rows, key, direction), milestoneShape)
  },

  "POST /repos/{owner}/{repo}/milestones": (request) => {
    const repository = request.repository()
    const body = request.read("Milestone", newMilestone)
    const milestone = createMilestone(request.store, repository, {
      title: body.title,
      ...textOf(body),
    })
    return request.created(milestoneShape(request, milestone))
  },

  "GET /repos/{owner}/{repo}/milestones/{milestone_number}": (request) =>
    ok(milestoneShape(request, request.milestone())),

  "PATCH /repos/{owner}/{repo}/milestones/{milestone_number}": (request) => {
    const milestone = request.milestone()
    const body = request.read("Milestone", milestoneChanges)
    updateMilestone(request.store, milestone, {
      ...(body.title && { title: body.title }),
      ...textOf(body),
    })
    return ok(milestoneShape(request, milestone))
  },

  "DELETE /repos/{owner}/{repo}/milestones/{milestone_number}": (request) =>
    deleteMilestone(request.store, request.milestone()),
})

function textOf(body: {
  state?: "open" | "closed" | null
  description?: string | null
  due_on?: string | null
}) {
  return {
    ...(body.state && { state: body.state === "open" ? ("OPEN" as const) : ("CLOSED" as const) }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.due_on !== undefined && { dueOn: dueOn(body.due_on) }),
  }
}

function dueOn(text: string | null): string | null {
  if (text === null) return null
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw invalid("Milestone", "due_on")
  return new Date(time).toISOString().replace(/\.\d{3}Z$/, "Z")
}

import { Type } from "typebox"
import { ok } from "../../http/index.js"
import { createMilestone, deleteMilestone, updateMilestone } from "../../state/index.js"
import type { Milestone } from "../../tables/index.js"
import { invalid, maybe, routesOf, sorted, texts } from "../route/index.js"
import { milestoneShape } from "../shapes/index.js"

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

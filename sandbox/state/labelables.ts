import {
  type Account,
  find,
  get,
  type Issue,
  type Label,
  type Milestone,
  type PullRequest,
  recordApplied,
  recordEvent,
  update,
  type World,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { accountPermission, authorize, isAtLeast, resourcesOf, type Viewer } from "./permissions.js"

type Numbered = Issue | PullRequest

const MAX_LABELS = 100
export const MAX_ASSIGNEES = 10

export function addLabels(world: World, viewer: Viewer, row: Numbered, labels: Label[]): void {
  authorizeTriage(world, viewer, row)
  setLabels(world, viewer, row, [...row.labelIds, ...labels.map((label) => label.id)])
  recordApplied(world, "addLabelsToLabelable", viewer.account, row)
}

export function removeLabels(world: World, viewer: Viewer, row: Numbered, labels: Label[]): void {
  authorizeTriage(world, viewer, row)
  const gone = labels.map((label) => label.id)
  setLabels(
    world,
    viewer,
    row,
    row.labelIds.filter((id) => !gone.includes(id)),
  )
  recordApplied(world, "removeLabelsFromLabelable", viewer.account, row)
}

export function clearLabels(world: World, viewer: Viewer, row: Numbered): void {
  authorizeTriage(world, viewer, row)
  setLabels(world, viewer, row, [])
  recordApplied(world, "clearLabelsFromLabelable", viewer.account, row)
}

export function addAssignees(world: World, viewer: Viewer, row: Numbered, users: Account[]): void {
  authorizeTriage(world, viewer, row)
  setAssignees(world, viewer, row, [...row.assigneeIds, ...users.map((user) => user.id)])
  recordApplied(world, "addAssigneesToAssignable", viewer.account, row)
}

export function removeAssignees(
  world: World,
  viewer: Viewer,
  row: Numbered,
  users: Account[],
): void {
  authorizeTriage(world, viewer, row)
  const gone = users.map((user) => user.id)
  setAssignees(
    world,
    viewer,
    row,
    row.assigneeIds.filter((id) => !gone.includes(id)),
  )
  recordApplied(world, "removeAssigneesFromAssignable", viewer.account, row)
}

/** Who may not label gets to hear that before anything about the labels. */
export function authorizeTriage(world: World, viewer: Viewer, row: Numbered): void {
  authorize(
    world,
    viewer,
    get(world, "repositories", row.repositoryId),
    resourcesOf(world, row),
    "TRIAGE",
  )
}

/** Makes `ids` the labels of the row and notes what changed. */
export function setLabels(
  world: World,
  viewer: Viewer,
  row: Numbered,
  ids: readonly number[],
): void {
  const wanted = [...new Set(ids)]
  for (const id of wanted) {
    if (find(world, "labels", id)?.repositoryId !== row.repositoryId) {
      throw unprocessable("Label does not belong to the repository", {
        resource: "Label",
        field: "labels",
        code: "invalid",
      })
    }
  }
  if (wanted.length > MAX_LABELS) {
    throw unprocessable(`Cannot have more than ${MAX_LABELS} labels`, {
      resource: "Issue",
      field: "labels",
      code: "custom",
    })
  }
  replace(world, row, "labelIds", wanted, (id, added) =>
    recordEvent(world, added ? "LabeledEvent" : "UnlabeledEvent", row, viewer.account.id, {
      labelId: id,
    }),
  )
}

export function setAssignees(
  world: World,
  viewer: Viewer,
  row: Numbered,
  ids: readonly number[],
): void {
  // Who cannot be assigned is left out without a message, as GitHub does.
  const wanted = [...new Set(ids)].filter((id) =>
    canBeAssigned(world, row, get(world, "accounts", id)),
  )
  if (wanted.length > MAX_ASSIGNEES) {
    throw unprocessable(`Cannot have more than ${MAX_ASSIGNEES} assignees`, {
      resource: "Issue",
      field: "assignees",
      code: "custom",
    })
  }
  replace(world, row, "assigneeIds", wanted, (id, added) =>
    recordEvent(world, added ? "AssignedEvent" : "UnassignedEvent", row, viewer.account.id, {
      userId: id,
    }),
  )
}

/** Whoever takes part, and whoever may triage. */
export function canBeAssigned(world: World, row: Numbered, account: Account): boolean {
  const repository = get(world, "repositories", row.repositoryId)
  const takesPart = row.authorId === account.id
  return takesPart || isAtLeast(accountPermission(world, account, repository), "TRIAGE")
}

function replace(
  world: World,
  row: Numbered,
  property: "labelIds" | "assigneeIds",
  wanted: number[],
  note: (id: number, added: boolean) => void,
): void {
  const before = row[property]
  const added = wanted.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !wanted.includes(id))
  if (added.length + removed.length === 0) return
  update(world, row, { updatedAt: world.clock.tick(), [property]: wanted })
  for (const id of added) note(id, true)
  for (const id of removed) note(id, false)
}

export function setMilestone(
  world: World,
  viewer: Viewer,
  row: Numbered,
  milestone: Milestone | null,
): void {
  if (milestone && milestone.repositoryId !== row.repositoryId) {
    throw unprocessable("Milestone does not belong to the repository", {
      resource: "Issue",
      field: "milestone",
      code: "invalid",
    })
  }
  if ((milestone?.id ?? null) === row.milestoneId) return
  const before = find(world, "milestones", row.milestoneId)
  update(world, row, { updatedAt: world.clock.tick(), milestoneId: milestone?.id ?? null })
  const actor = viewer.account.id
  if (before) {
    recordEvent(world, "DemilestonedEvent", row, actor, { milestoneTitle: before.title })
  }
  if (milestone) {
    recordEvent(world, "MilestonedEvent", row, actor, { milestoneTitle: milestone.title })
  }
}

import {
  type Account,
  type Discussion,
  find,
  get,
  type Issue,
  type Label,
  type Milestone,
  type PullRequest,
  recordApplied,
  recordEvent,
  type Store,
  update,
} from "../tables/index.js"
import { isCodingAgent } from "./agents.js"
import { unprocessable } from "./errors.js"
import { accountPermission, authorize, isAtLeast, resourcesOf, type Viewer } from "./permissions.js"

type Numbered = Issue | PullRequest

/** Discussions have labels too, but no events. */
type Labelable = Numbered | Discussion

const MAX_LABELS = 100
export const MAX_ASSIGNEES = 10

export function addLabels(store: Store, viewer: Viewer, row: Labelable, labels: Label[]): void {
  authorizeTriage(store, viewer, row)
  setLabels(store, viewer, row, [...row.labelIds, ...labels.map((label) => label.id)])
  recordApplied(store, "addLabelsToLabelable", viewer.account, row)
}

export function removeLabels(store: Store, viewer: Viewer, row: Labelable, labels: Label[]): void {
  authorizeTriage(store, viewer, row)
  const gone = labels.map((label) => label.id)
  setLabels(
    store,
    viewer,
    row,
    row.labelIds.filter((id) => !gone.includes(id)),
  )
  recordApplied(store, "removeLabelsFromLabelable", viewer.account, row)
}

export function clearLabels(store: Store, viewer: Viewer, row: Labelable): void {
  authorizeTriage(store, viewer, row)
  setLabels(store, viewer, row, [])
  recordApplied(store, "clearLabelsFromLabelable", viewer.account, row)
}

export function addAssignees(store: Store, viewer: Viewer, row: Numbered, users: Account[]): void {
  authorizeTriage(store, viewer, row)
  setAssignees(store, viewer, row, [...row.assigneeIds, ...users.map((user) => user.id)])
  recordApplied(store, "addAssigneesToAssignable", viewer.account, row)
}

export function removeAssignees(
  store: Store,
  viewer: Viewer,
  row: Numbered,
  users: Account[],
): void {
  authorizeTriage(store, viewer, row)
  const gone = users.map((user) => user.id)
  setAssignees(
    store,
    viewer,
    row,
    row.assigneeIds.filter((id) => !gone.includes(id)),
  )
  recordApplied(store, "removeAssigneesFromAssignable", viewer.account, row)
}

/** GitHub checks the permission to label before the names of labels. */
export function authorizeTriage(store: Store, viewer: Viewer, row: Labelable): void {
  authorize(
    store,
    viewer,
    get(store, "repositories", row.repositoryId),
    resourcesOf(store, row),
    "TRIAGE",
  )
}

/** Sets the labels of the row, and records the changes. */
export function setLabels(
  store: Store,
  viewer: Viewer,
  row: Labelable,
  ids: readonly number[],
): void {
  const wanted = [...new Set(ids)]
  for (const id of wanted) {
    if (find(store, "labels", id)?.repositoryId !== row.repositoryId) {
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
  const note = (id: number, added: boolean) => {
    if (row.kind === "Discussion") return
    recordEvent(store, added ? "LabeledEvent" : "UnlabeledEvent", row, viewer.account.id, {
      labelId: id,
    })
  }
  replace(store, row, "labelIds", row.labelIds, wanted, note)
}

export function setAssignees(
  store: Store,
  viewer: Viewer,
  row: Numbered,
  ids: readonly number[],
): void {
  // Users who cannot be assigned are ignored without a message, as on GitHub.
  const wanted = [...new Set(ids)].filter((id) =>
    canBeAssigned(store, row, get(store, "accounts", id)),
  )
  if (wanted.length > MAX_ASSIGNEES) {
    throw unprocessable(`Cannot have more than ${MAX_ASSIGNEES} assignees`, {
      resource: "Issue",
      field: "assignees",
      code: "custom",
    })
  }
  replace(store, row, "assigneeIds", row.assigneeIds, wanted, (id, added) =>
    recordEvent(store, added ? "AssignedEvent" : "UnassignedEvent", row, viewer.account.id, {
      userId: id,
    }),
  )
}

/** Participants, and accounts that may triage. */
export function canBeAssigned(store: Store, row: Numbered, account: Account): boolean {
  const repository = get(store, "repositories", row.repositoryId)
  const takesPart = row.authorId === account.id
  if (takesPart || isCodingAgent(account)) return true
  return isAtLeast(accountPermission(store, account, repository), "TRIAGE")
}

function replace(
  store: Store,
  row: Labelable,
  property: "labelIds" | "assigneeIds",
  before: readonly number[],
  wanted: number[],
  note: (id: number, added: boolean) => void,
): void {
  const added = wanted.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !wanted.includes(id))
  if (added.length + removed.length === 0) return
  update(store, row, { updatedAt: store.clock.tick(), [property]: wanted })
  for (const id of added) note(id, true)
  for (const id of removed) note(id, false)
}

export function setMilestone(
  store: Store,
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
  const before = find(store, "milestones", row.milestoneId)
  update(store, row, { updatedAt: store.clock.tick(), milestoneId: milestone?.id ?? null })
  const actor = viewer.account.id
  if (before) {
    recordEvent(store, "DemilestonedEvent", row, actor, { milestoneTitle: before.title })
  }
  if (milestone) {
    recordEvent(store, "MilestonedEvent", row, actor, { milestoneTitle: milestone.title })
  }
}

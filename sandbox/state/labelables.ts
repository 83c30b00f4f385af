import type {
  Account,
  Discussion,
  Issue,
  Label,
  Milestone,
  PullRequest,
  Store,
} from "../tables/index.js"
import { isCodingAgent } from "./agents.js"
import { unprocessable } from "./errors.js"
import { accountPermission, authorize, isAtLeast, resourcesOf } from "./permissions.js"
import type { Session } from "./session.js"

type Numbered = Issue | PullRequest

/** Discussions have labels too, but no events. */
type Labelable = Numbered | Discussion

const MAX_LABELS = 100
export const MAX_ASSIGNEES = 10

export function addLabels(store: Session, row: Labelable, labels: Label[]): void {
  authorizeTriage(store, row)
  setLabels(store, row, [...row.labelIds, ...labels.map((label) => label.id)])
  store.recordApplied("addLabelsToLabelable", row)
}

export function removeLabels(store: Session, row: Labelable, labels: Label[]): void {
  authorizeTriage(store, row)
  const gone = labels.map((label) => label.id)
  setLabels(
    store,
    row,
    row.labelIds.filter((id) => !gone.includes(id)),
  )
  store.recordApplied("removeLabelsFromLabelable", row)
}

export function clearLabels(store: Session, row: Labelable): void {
  authorizeTriage(store, row)
  setLabels(store, row, [])
  store.recordApplied("clearLabelsFromLabelable", row)
}

export function addAssignees(store: Session, row: Numbered, users: Account[]): void {
  authorizeTriage(store, row)
  setAssignees(store, row, [...row.assigneeIds, ...users.map((user) => user.id)])
  store.recordApplied("addAssigneesToAssignable", row)
}

export function removeAssignees(store: Session, row: Numbered, users: Account[]): void {
  authorizeTriage(store, row)
  const gone = users.map((user) => user.id)
  setAssignees(
    store,
    row,
    row.assigneeIds.filter((id) => !gone.includes(id)),
  )
  store.recordApplied("removeAssigneesFromAssignable", row)
}

/** GitHub checks the permission to label before the names of labels. */
export function authorizeTriage(store: Session, row: Labelable, otherwise = false): void {
  authorize(store, row, resourcesOf(store, row), "TRIAGE", otherwise)
}

/** Sets the labels of the row, and records the changes. */
export function setLabels(store: Session, row: Labelable, ids: readonly number[]): void {
  const wanted = [...new Set(ids)]
  for (const id of wanted) {
    if (store.find("labels", id)?.repositoryId !== row.repositoryId) {
      throw unprocessable("Label does not belong to the repository", "Label.labels", "invalid")
    }
  }
  if (wanted.length > MAX_LABELS) {
    throw unprocessable(`Cannot have more than ${MAX_LABELS} labels`, "Issue.labels")
  }
  const note = (id: number, added: boolean) => {
    if (row.kind === "Discussion") return
    store.recordEvent(added ? "LabeledEvent" : "UnlabeledEvent", row, {
      labelId: id,
    })
  }
  replace(store, row, "labelIds", row.labelIds, wanted, note)
}

export function setAssignees(store: Session, row: Numbered, ids: readonly number[]): void {
  // Users who cannot be assigned are ignored without a message, as on GitHub.
  const wanted = [...new Set(ids)].filter((id) =>
    canBeAssigned(store, row, store.get("accounts", id)),
  )
  if (wanted.length > MAX_ASSIGNEES) {
    throw unprocessable(`Cannot have more than ${MAX_ASSIGNEES} assignees`, "Issue.assignees")
  }
  replace(store, row, "assigneeIds", row.assigneeIds, wanted, (id, added) =>
    store.recordEvent(added ? "AssignedEvent" : "UnassignedEvent", row, {
      userId: id,
    }),
  )
}

/** Participants, and accounts that may triage. */
export function canBeAssigned(store: Store, row: Numbered, account: Account): boolean {
  const repository = store.get("repositories", row.repositoryId)
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
  store.edit(row, { [property]: wanted })
  for (const id of added) note(id, true)
  for (const id of removed) note(id, false)
}

export function setMilestone(store: Session, row: Numbered, milestone: Milestone | null): void {
  if (milestone && milestone.repositoryId !== row.repositoryId) {
    throw unprocessable("Milestone does not belong to the repository", "Issue.milestone", "invalid")
  }
  if ((milestone?.id ?? null) === row.milestoneId) return
  const before = store.find("milestones", row.milestoneId)
  store.edit(row, { milestoneId: milestone?.id ?? null })
  if (before) {
    store.recordEvent("DemilestonedEvent", row, { milestoneTitle: before.title })
  }
  if (milestone) {
    store.recordEvent("MilestonedEvent", row, { milestoneTitle: milestone.title })
  }
}

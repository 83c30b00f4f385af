import {
  type EventData,
  type Issue,
  type LockReason,
  type Milestone,
  type PullRequest,
  type Repository,
  type StateReason,
  type Store,
  subjectKey,
  withItem,
} from "../tables/index.js"
import { dropReactions } from "./comments.js"
import { dropDependencies } from "./dependencies.js"
import { unprocessable } from "./errors.js"
import { setAssignees, setLabels, setMilestone } from "./labelables.js"
import { authorize, authorizeState, has, isAuthor, resourcesOf } from "./permissions.js"
import type { Session } from "./session.js"
import { linkSubIssue } from "./sub-issues.js"
import { checkBody, checkTitle, editBody, newText, takeNumber } from "./text.js"

export interface NewIssue {
  title: string
  body?: string | null
  labelIds?: readonly number[] | null
  assigneeIds?: readonly number[] | null
  milestone?: Milestone | null
  parent?: Issue | null
}

export function createIssue(store: Session, repository: Repository, input: NewIssue): Issue {
  authorize(store, repository, "issues", "READ")
  if (!repository.hasIssuesEnabled) throw unprocessable("Issues are disabled for this repo")
  const title = checkTitle(input.title, "Issue")
  const body = checkBody(input.body ?? "", "Issue")
  const issue = store.insert("issues", {
    ...newText(store, body),
    repositoryId: repository.id,
    number: takeNumber(store, repository),
    title,
    state: "OPEN",
    commentCount: 0,
  })
  // For a user without triage access, GitHub creates the issue without these, and reports no error.
  if (has(store, repository, "TRIAGE", "issues")) {
    setLabels(store, issue, input.labelIds ?? [])
    setAssignees(store, issue, input.assigneeIds ?? [])
    setMilestone(store, issue, input.milestone ?? null)
  }
  if (input.parent) linkSubIssue(store, input.parent, issue)
  return store.recordApplied("createIssue", issue)
}

/** An absent property keeps its value; null or an empty list clears it. */
export interface IssueChanges {
  title?: string | null
  body?: string | null
  state?: "OPEN" | "CLOSED" | null
  /** The reason for closing; completed by default. */
  stateReason?: Exclude<StateReason, "REOPENED">
  labelIds?: readonly number[]
  assigneeIds?: readonly number[]
  milestone?: Milestone | null
}

export function updateIssue(store: Session, issue: Issue, changes: IssueChanges): Issue {
  const repository = store.get("repositories", issue.repositoryId)
  const author = isAuthor(store.viewer, issue)
  if (changesText(changes)) authorize(store, repository, "issues", "WRITE", author)
  authorize(store, repository, "issues", "TRIAGE", author)
  applyText(store, issue, changes)
  applyTriage(store, repository, issue, changes)
  if (changes.state === "CLOSED" && (issue.state === "OPEN" || changes.stateReason)) {
    markClosed(store, issue, changes.stateReason ?? "COMPLETED")
  }
  if (changes.state === "OPEN") reopen(store, issue)
  return store.recordApplied("updateIssue", issue)
}

/** Whether a title or body is given. An empty body clears it. */
export const changesText = ({ title, body }: Pick<IssueChanges, "title" | "body">): boolean =>
  typeof title === "string" || typeof body === "string"

export function applyText(
  store: Session,
  row: Issue | PullRequest,
  changes: { title?: string | null; body?: string | null },
): void {
  const { title, body } = changes
  if (title !== null && title !== undefined) checkTitle(title, row.kind)
  if (body !== null && body !== undefined) checkBody(body, row.kind)
  if (title !== null && title !== undefined && title !== row.title) {
    const updatedAt = store.clock.tick()
    store.recordEvent("RenamedTitleEvent", row, {
      previousTitle: row.title,
      currentTitle: title,
    })
    store.update(row, { updatedAt, title })
  }
  if (body !== null && body !== undefined) editBody(store, row, body)
}

/** Sets labels, assignees and milestone. Silently ignored for viewers without triage permission. */
export function applyTriage(
  store: Session,
  repository: Repository,
  row: Issue | PullRequest,
  changes: Pick<IssueChanges, "labelIds" | "assigneeIds" | "milestone">,
): void {
  if (!has(store, repository, "TRIAGE", "issues")) return
  if (changes.labelIds) setLabels(store, row, changes.labelIds)
  if (changes.assigneeIds) setAssignees(store, row, changes.assigneeIds)
  if (changes.milestone !== undefined) setMilestone(store, row, changes.milestone)
}

export function closeIssue(
  store: Session,
  issue: Issue,
  reason: Exclude<StateReason, "REOPENED">,
  duplicateOf?: Issue,
): Issue {
  authorizeState(store, issue)
  if (duplicateOf?.id === issue.id) {
    throw unprocessable("An issue cannot be a duplicate of itself")
  }
  markClosed(store, issue, duplicateOf ? "DUPLICATE" : reason)
  if (duplicateOf && issue.duplicateOfId !== duplicateOf.id) {
    store.update(issue, { duplicateOfId: duplicateOf.id })
    store.recordEvent("MarkedAsDuplicateEvent", issue, {
      canonical: { kind: "Issue", id: duplicateOf.id },
    })
  }
  return store.recordApplied("closeIssue", issue)
}

export function reopenIssue(store: Session, issue: Issue): Issue {
  authorizeState(store, issue)
  reopen(store, issue)
  return store.recordApplied("reopenIssue", issue)
}

export function markClosed(
  store: Session,
  issue: Issue,
  reason: Exclude<StateReason, "REOPENED">,
  closer?: Pick<EventData, "issueId" | "commitOid" | "fromRepositoryId">,
): void {
  if (issue.state === "CLOSED" && issue.stateReason === reason) return
  const now = store.clock.tick()
  // A second close only changes the reason.
  const closedAt = issue.state === "OPEN" ? now : issue.closedAt
  store.update(issue, { state: "CLOSED", stateReason: reason, closedAt, updatedAt: now })
  store.recordEvent("ClosedEvent", issue, {
    stateReason: reason,
    ...closer,
  })
}

function reopen(store: Session, issue: Issue): void {
  if (issue.state === "OPEN") return
  store.edit(issue, { state: "OPEN", stateReason: "REOPENED", duplicateOfId: null, closedAt: null })
  store.recordEvent("ReopenedEvent", issue, { stateReason: "REOPENED" })
}

export function deleteIssue(store: Session, issue: Issue): Repository {
  const repository = authorize(store, issue, "issues", "ADMIN")
  store.clock.tick()
  removeIssue(store, issue)
  store.update(repository, {
    deletedNumbers: withItem(repository.deletedNumbers, issue.number),
  })
  store.recordApplied("deleteIssue", issue)
  return repository
}

export function removeIssue(store: Store, issue: Issue): void {
  const subject = subjectKey(issue)
  for (const comment of store.rowsBy("issueComments", "subject", subject)) {
    dropReactions(store, comment)
    store.remove(comment)
  }
  dropReactions(store, issue)
  for (const event of store.rowsBy("events", "subject", subject)) store.remove(event)
  for (const pin of store.rowsBy("pinnedIssues", "issue", issue.id)) store.remove(pin)
  for (const id of issue.subIssueIds) store.update(store.get("issues", id), { parentId: null })
  if (issue.parentId !== null) {
    const parent = store.get("issues", issue.parentId)
    store.update(parent, { subIssueIds: parent.subIssueIds.filter((id) => id !== issue.id) })
  }
  dropDependencies(store, issue)
  for (const link of store.rowsBy("linkedBranches", "issue", issue.id)) store.remove(link)
  for (const item of store.rowsBy("projectItems", "subject", subject)) store.remove(item)
  for (const twin of store.rowsBy("issues", "duplicateOf", issue.id)) {
    store.update(twin, { duplicateOfId: null })
  }
  store.remove(issue)
}

export function setLocked(
  store: Session,
  row: Issue | PullRequest,
  locked: boolean,
  reason: LockReason | null = null,
): void {
  authorize(store, row, resourcesOf(store, row), "WRITE")
  const isSame = row.locked === locked && row.activeLockReason === reason
  if (!isSame) {
    store.edit(row, { locked, activeLockReason: locked ? reason : null })
    store.recordEvent(locked ? "LockedEvent" : "UnlockedEvent", row, {
      lockReason: reason,
    })
  }
  store.recordApplied(locked ? "lockLockable" : "unlockLockable", row)
}

const MAX_PINNED = 3

export function pinIssue(store: Session, issue: Issue): void {
  const repository = authorize(store, issue, "issues", "WRITE")
  const pins = store.rowsBy("pinnedIssues", "repository", repository.id)
  if (pins.some((pin) => pin.issueId === issue.id)) {
    throw unprocessable("Issue is already pinned")
  }
  if (pins.length >= MAX_PINNED) {
    throw unprocessable(`Maximum ${MAX_PINNED} pinned issues per repository`)
  }
  store.clock.tick()
  store.insert("pinnedIssues", {
    repositoryId: repository.id,
    issueId: issue.id,
    pinnedById: store.viewer.account.id,
  })
  store.recordEvent("PinnedEvent", issue)
  store.recordApplied("pinIssue", issue)
}

/** Returns the id of the removed pin. */
export function unpinIssue(store: Session, issue: Issue): number {
  authorize(store, issue, "issues", "WRITE")
  const pin = store.rowBy("pinnedIssues", "issue", issue.id)
  if (!pin) throw unprocessable("Issue is not pinned")
  store.clock.tick()
  store.remove(pin)
  store.recordEvent("UnpinnedEvent", issue)
  store.recordApplied("unpinIssue", issue)
  return pin.id
}

import {
  type EventData,
  get,
  type Issue,
  insert,
  type Milestone,
  type PullRequest,
  type Repository,
  recordApplied,
  recordEvent,
  remove,
  rowsBy,
  type StateReason,
  type Store,
  subjectKey,
  update,
  withItem,
} from "../tables/index.js"
import { dropReactions } from "./comments.js"
import { dropDependencies } from "./dependencies.js"
import { unprocessable } from "./errors.js"
import { setAssignees, setLabels, setMilestone } from "./labelables.js"
import { authorize, authorizeState, has, isAuthor, type Viewer } from "./permissions.js"
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

export function createIssue(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  input: NewIssue,
): Issue {
  authorize(store, viewer, repository, "issues", "READ")
  if (!repository.hasIssuesEnabled) throw unprocessable("Issues are disabled for this repo")
  const title = checkTitle(input.title, "Issue")
  const body = checkBody(input.body ?? "", "Issue")
  const issue = insert(store, "issues", {
    ...newText(store, viewer.account.id, body),
    repositoryId: repository.id,
    number: takeNumber(store, repository),
    title,
    state: "OPEN",
    stateReason: null,
    duplicateOfId: null,
    closedAt: null,
    locked: false,
    activeLockReason: null,
    labelIds: [],
    assigneeIds: [],
    milestoneId: null,
    parentId: null,
    typeId: null,
    fieldValues: new Map(),
    blockedByIds: [],
    blockingIds: [],
    subIssueIds: [],
    subscriptions: new Map(),
    commentCount: 0,
  })
  // For a user without triage access, GitHub creates the issue without these, and reports no error.
  if (has(store, viewer, repository, "TRIAGE", "issues")) {
    setLabels(store, viewer, issue, input.labelIds ?? [])
    setAssignees(store, viewer, issue, input.assigneeIds ?? [])
    setMilestone(store, viewer, issue, input.milestone ?? null)
  }
  if (input.parent) linkSubIssue(store, viewer, input.parent, issue)
  recordApplied(store, "createIssue", viewer.account, issue)
  return issue
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

export function updateIssue(
  store: Store,
  viewer: Viewer,
  issue: Issue,
  changes: IssueChanges,
): Issue {
  const repository = get(store, "repositories", issue.repositoryId)
  const author = isAuthor(viewer, issue)
  if (changes.title || changes.body) authorize(store, viewer, repository, "issues", "WRITE", author)
  authorize(store, viewer, repository, "issues", "TRIAGE", author)
  applyText(store, viewer, issue, changes)
  applyTriage(store, viewer, repository, issue, changes)
  if (changes.state === "CLOSED" && (issue.state === "OPEN" || changes.stateReason)) {
    close(store, viewer, issue, changes.stateReason ?? "COMPLETED")
  }
  if (changes.state === "OPEN") reopen(store, viewer, issue)
  recordApplied(store, "updateIssue", viewer.account, issue)
  return issue
}

export function applyText(
  store: Store,
  viewer: Viewer,
  row: Issue | PullRequest,
  changes: { title?: string | null; body?: string | null },
): void {
  const { title, body } = changes
  if (title !== null && title !== undefined) checkTitle(title, row.kind)
  if (body !== null && body !== undefined) checkBody(body, row.kind)
  if (title !== null && title !== undefined && title !== row.title) {
    const updatedAt = store.clock.tick()
    recordEvent(store, "RenamedTitleEvent", row, viewer.account.id, {
      previousTitle: row.title,
      currentTitle: title,
    })
    update(store, row, { updatedAt, title })
  }
  if (body !== null && body !== undefined) editBody(store, row, viewer.account.id, body)
}

/** Sets labels, assignees and milestone. Silently ignored for viewers without triage permission. */
export function applyTriage(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  row: Issue | PullRequest,
  changes: Pick<IssueChanges, "labelIds" | "assigneeIds" | "milestone">,
): void {
  if (!has(store, viewer, repository, "TRIAGE", "issues")) return
  if (changes.labelIds) setLabels(store, viewer, row, changes.labelIds)
  if (changes.assigneeIds) setAssignees(store, viewer, row, changes.assigneeIds)
  if (changes.milestone !== undefined) setMilestone(store, viewer, row, changes.milestone)
}

export function closeIssue(
  store: Store,
  viewer: Viewer,
  issue: Issue,
  reason: Exclude<StateReason, "REOPENED">,
  duplicateOf?: Issue,
): Issue {
  authorizeState(store, viewer, issue)
  if (duplicateOf?.id === issue.id) {
    throw unprocessable("An issue cannot be a duplicate of itself")
  }
  close(store, viewer, issue, duplicateOf ? "DUPLICATE" : reason)
  if (duplicateOf && issue.duplicateOfId !== duplicateOf.id) {
    update(store, issue, { duplicateOfId: duplicateOf.id })
    recordEvent(store, "MarkedAsDuplicateEvent", issue, viewer.account.id, {
      canonical: { kind: "Issue", id: duplicateOf.id },
    })
  }
  recordApplied(store, "closeIssue", viewer.account, issue)
  return issue
}

export function reopenIssue(store: Store, viewer: Viewer, issue: Issue): Issue {
  authorizeState(store, viewer, issue)
  reopen(store, viewer, issue)
  recordApplied(store, "reopenIssue", viewer.account, issue)
  return issue
}

export function close(
  store: Store,
  viewer: Viewer,
  issue: Issue,
  reason: Exclude<StateReason, "REOPENED">,
  closer?: Pick<EventData, "issueId" | "commitOid" | "fromRepositoryId">,
): void {
  if (issue.state === "CLOSED" && issue.stateReason === reason) return
  const now = store.clock.tick()
  // A second close only changes the reason.
  const closedAt = issue.state === "OPEN" ? now : issue.closedAt
  update(store, issue, { state: "CLOSED", stateReason: reason, closedAt, updatedAt: now })
  recordEvent(store, "ClosedEvent", issue, viewer.account.id, {
    stateReason: reason,
    ...closer,
  })
}

function reopen(store: Store, viewer: Viewer, issue: Issue): void {
  if (issue.state === "OPEN") return
  update(store, issue, {
    updatedAt: store.clock.tick(),
    state: "OPEN",
    stateReason: "REOPENED",
    duplicateOfId: null,
    closedAt: null,
  })
  recordEvent(store, "ReopenedEvent", issue, viewer.account.id, { stateReason: "REOPENED" })
}

export function deleteIssue(store: Store, viewer: Viewer, issue: Issue): Repository {
  const repository = get(store, "repositories", issue.repositoryId)
  authorize(store, viewer, repository, "issues", "ADMIN")
  store.clock.tick()
  removeIssue(store, issue)
  update(store, repository, {
    deletedNumbers: withItem(repository.deletedNumbers, issue.number),
  })
  recordApplied(store, "deleteIssue", viewer.account, issue)
  return repository
}

export function removeIssue(store: Store, issue: Issue): void {
  const subject = subjectKey(issue)
  for (const comment of rowsBy(store, "issueComments", "subject", subject)) {
    dropReactions(store, comment)
    remove(store, comment)
  }
  dropReactions(store, issue)
  for (const event of rowsBy(store, "events", "subject", subject)) remove(store, event)
  for (const pin of rowsBy(store, "pinnedIssues", "issue", issue.id)) remove(store, pin)
  for (const id of issue.subIssueIds) update(store, get(store, "issues", id), { parentId: null })
  if (issue.parentId !== null) {
    const parent = get(store, "issues", issue.parentId)
    update(store, parent, { subIssueIds: parent.subIssueIds.filter((id) => id !== issue.id) })
  }
  dropDependencies(store, issue)
  for (const link of rowsBy(store, "linkedBranches", "issue", issue.id)) remove(store, link)
  for (const item of rowsBy(store, "projectItems", "subject", subject)) remove(store, item)
  for (const twin of rowsBy(store, "issues", "duplicateOf", issue.id)) {
    update(store, twin, { duplicateOfId: null })
  }
  remove(store, issue)
}

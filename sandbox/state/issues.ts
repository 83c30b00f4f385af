import {
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
  subjectKey,
  update,
  type World,
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
  world: World,
  viewer: Viewer,
  repository: Repository,
  input: NewIssue,
): Issue {
  authorize(world, viewer, repository, "issues", "READ")
  if (!repository.hasIssuesEnabled) throw unprocessable("Issues are disabled for this repo")
  const title = checkTitle(input.title, "Issue")
  const body = checkBody(input.body ?? "", "Issue")
  const issue = insert(world, "issues", {
    kind: "Issue",
    ...newText(world, viewer.account.id, body),
    repositoryId: repository.id,
    number: takeNumber(world, repository),
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
    blockedByIds: [],
    blockingIds: [],
    subIssueIds: [],
    subscriptions: new Map(),
    commentCount: 0,
  })
  // Who may not triage gets the issue without these, and no error.
  if (has(world, viewer, repository, "TRIAGE", "issues")) {
    setLabels(world, viewer, issue, input.labelIds ?? [])
    setAssignees(world, viewer, issue, input.assigneeIds ?? [])
    setMilestone(world, viewer, issue, input.milestone ?? null)
  }
  if (input.parent) linkSubIssue(world, viewer, input.parent, issue)
  recordApplied(world, "createIssue", viewer.account, issue)
  return issue
}

/** An absent property keeps what is there; null or an empty list clears it. */
export interface IssueChanges {
  title?: string | null
  body?: string | null
  state?: "OPEN" | "CLOSED" | null
  /** Why it is closed; completed unless given. */
  stateReason?: Exclude<StateReason, "REOPENED">
  labelIds?: readonly number[]
  assigneeIds?: readonly number[]
  milestone?: Milestone | null
}

export function updateIssue(
  world: World,
  viewer: Viewer,
  issue: Issue,
  changes: IssueChanges,
): Issue {
  const repository = get(world, "repositories", issue.repositoryId)
  const author = isAuthor(viewer, issue)
  if (changes.title || changes.body) authorize(world, viewer, repository, "issues", "WRITE", author)
  authorize(world, viewer, repository, "issues", "TRIAGE", author)
  applyText(world, viewer, issue, changes)
  applyTriage(world, viewer, repository, issue, changes)
  if (changes.state === "CLOSED" && (issue.state === "OPEN" || changes.stateReason)) {
    close(world, viewer, issue, changes.stateReason ?? "COMPLETED")
  }
  if (changes.state === "OPEN") reopen(world, viewer, issue)
  recordApplied(world, "updateIssue", viewer.account, issue)
  return issue
}

export function applyText(
  world: World,
  viewer: Viewer,
  row: Issue | PullRequest,
  changes: { title?: string | null; body?: string | null },
): void {
  const { title, body } = changes
  if (title !== null && title !== undefined) checkTitle(title, row.kind)
  if (body !== null && body !== undefined) checkBody(body, row.kind)
  if (title !== null && title !== undefined && title !== row.title) {
    const updatedAt = world.clock.tick()
    recordEvent(world, "RenamedTitleEvent", row, viewer.account.id, {
      previousTitle: row.title,
      currentTitle: title,
    })
    update(world, row, { updatedAt, title })
  }
  if (body !== null && body !== undefined) editBody(world, row, viewer.account.id, body)
}

/** Labels, assignees and milestone; dropped in silence for those who may not triage. */
export function applyTriage(
  world: World,
  viewer: Viewer,
  repository: Repository,
  row: Issue | PullRequest,
  changes: Pick<IssueChanges, "labelIds" | "assigneeIds" | "milestone">,
): void {
  if (!has(world, viewer, repository, "TRIAGE", "issues")) return
  if (changes.labelIds) setLabels(world, viewer, row, changes.labelIds)
  if (changes.assigneeIds) setAssignees(world, viewer, row, changes.assigneeIds)
  if (changes.milestone !== undefined) setMilestone(world, viewer, row, changes.milestone)
}

export function closeIssue(
  world: World,
  viewer: Viewer,
  issue: Issue,
  reason: Exclude<StateReason, "REOPENED">,
  duplicateOf?: Issue,
): Issue {
  authorizeState(world, viewer, issue)
  if (duplicateOf?.id === issue.id) {
    throw unprocessable("An issue cannot be a duplicate of itself")
  }
  close(world, viewer, issue, duplicateOf ? "DUPLICATE" : reason)
  if (duplicateOf && issue.duplicateOfId !== duplicateOf.id) {
    update(world, issue, { duplicateOfId: duplicateOf.id })
    recordEvent(world, "MarkedAsDuplicateEvent", issue, viewer.account.id, {
      canonical: { kind: "Issue", id: duplicateOf.id },
    })
  }
  recordApplied(world, "closeIssue", viewer.account, issue)
  return issue
}

export function reopenIssue(world: World, viewer: Viewer, issue: Issue): Issue {
  authorizeState(world, viewer, issue)
  reopen(world, viewer, issue)
  recordApplied(world, "reopenIssue", viewer.account, issue)
  return issue
}

export function close(
  world: World,
  viewer: Viewer,
  issue: Issue,
  reason: Exclude<StateReason, "REOPENED">,
  closer?: PullRequest,
): void {
  if (issue.state === "CLOSED" && issue.stateReason === reason) return
  const now = world.clock.tick()
  // A second close only changes the reason.
  const closedAt = issue.state === "OPEN" ? now : issue.closedAt
  update(world, issue, { state: "CLOSED", stateReason: reason, closedAt, updatedAt: now })
  recordEvent(world, "ClosedEvent", issue, viewer.account.id, {
    stateReason: reason,
    ...(closer && { issueId: closer.id }),
  })
}

function reopen(world: World, viewer: Viewer, issue: Issue): void {
  if (issue.state === "OPEN") return
  update(world, issue, {
    updatedAt: world.clock.tick(),
    state: "OPEN",
    stateReason: "REOPENED",
    duplicateOfId: null,
    closedAt: null,
  })
  recordEvent(world, "ReopenedEvent", issue, viewer.account.id, { stateReason: "REOPENED" })
}

export function deleteIssue(world: World, viewer: Viewer, issue: Issue): Repository {
  const repository = get(world, "repositories", issue.repositoryId)
  authorize(world, viewer, repository, "issues", "ADMIN")
  world.clock.tick()
  removeIssue(world, issue)
  update(world, repository, {
    deletedNumbers: withItem(repository.deletedNumbers, issue.number),
  })
  recordApplied(world, "deleteIssue", viewer.account, issue)
  return repository
}

function removeIssue(world: World, issue: Issue): void {
  const subject = subjectKey(issue)
  for (const comment of rowsBy(world, "issueComments", "subject", subject)) {
    dropReactions(world, comment)
    remove(world, comment)
  }
  dropReactions(world, issue)
  for (const event of rowsBy(world, "events", "subject", subject)) remove(world, event)
  for (const pin of rowsBy(world, "pinnedIssues", "issue", issue.id)) remove(world, pin)
  for (const id of issue.subIssueIds) update(world, get(world, "issues", id), { parentId: null })
  if (issue.parentId !== null) {
    const parent = get(world, "issues", issue.parentId)
    update(world, parent, { subIssueIds: parent.subIssueIds.filter((id) => id !== issue.id) })
  }
  dropDependencies(world, issue)
  for (const twin of rowsBy(world, "issues", "duplicateOf", issue.id)) {
    update(world, twin, { duplicateOfId: null })
  }
  remove(world, issue)
}

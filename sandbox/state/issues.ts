import { unprocessable } from "./errors.js"
import { setAssignees, setLabels, setMilestone } from "./labelables.js"
import { authorize, authorizeState, has, isAuthor, type Viewer } from "./permissions.js"
import type { Issue, Milestone, PullRequest, Repository, StateReason } from "./rows.js"
import { linkSubIssue } from "./sub-issues.js"
import { checkBody, checkTitle, editBody, newText } from "./text.js"
import { get, insert, recordApplied, recordEvent, type World, where } from "./world.js"

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
  authorize(world, viewer, repository, "READ")
  if (!repository.hasIssuesEnabled) throw unprocessable("Issues are disabled for this repo")
  const title = checkTitle(input.title, "Issue")
  const body = checkBody(input.body ?? "", "Issue")
  const issue = insert(world, "issues", {
    kind: "Issue",
    ...newText(world, viewer.account.id, body),
    repositoryId: repository.id,
    number: ++repository.lastNumber,
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
    subIssueIds: [],
    subscriptions: new Map(),
  })
  // Who may not triage gets the issue without these, and no error.
  if (has(world, viewer, repository, "TRIAGE")) {
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
  if (changes.title || changes.body) authorize(world, viewer, repository, "WRITE", author)
  authorize(world, viewer, repository, "TRIAGE", author)
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
    row.updatedAt = world.clock.tick()
    recordEvent(world, "RenamedTitleEvent", row, viewer.account.id, {
      previousTitle: row.title,
      currentTitle: title,
    })
    row.title = title
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
  if (!has(world, viewer, repository, "TRIAGE")) return
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
    issue.duplicateOfId = duplicateOf.id
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
  if (issue.state === "OPEN") issue.closedAt = now
  issue.state = "CLOSED"
  issue.stateReason = reason
  issue.updatedAt = now
  recordEvent(world, "ClosedEvent", issue, viewer.account.id, {
    stateReason: reason,
    ...(closer && { issueId: closer.id }),
  })
}

function reopen(world: World, viewer: Viewer, issue: Issue): void {
  if (issue.state === "OPEN") return
  issue.updatedAt = world.clock.tick()
  issue.state = "OPEN"
  issue.stateReason = "REOPENED"
  issue.duplicateOfId = null
  issue.closedAt = null
  recordEvent(world, "ReopenedEvent", issue, viewer.account.id, { stateReason: "REOPENED" })
}

export function deleteIssue(world: World, viewer: Viewer, issue: Issue): Repository {
  const repository = get(world, "repositories", issue.repositoryId)
  authorize(world, viewer, repository, "ADMIN")
  world.clock.tick()
  removeIssue(world, issue)
  repository.deletedNumbers.add(issue.number)
  recordApplied(world, "deleteIssue", viewer.account, issue)
  return repository
}

function removeIssue(world: World, issue: Issue): void {
  const { tables } = world
  const gone = where(
    world,
    "issueComments",
    (comment) => comment.subjectKind === "Issue" && comment.subjectId === issue.id,
  )
  for (const reaction of tables.reactions.values()) {
    const isOfIssue = reaction.subjectKind === "Issue" && reaction.subjectId === issue.id
    const isOfComment =
      reaction.subjectKind === "IssueComment" &&
      gone.some((comment) => comment.id === reaction.subjectId)
    if (isOfIssue || isOfComment) tables.reactions.delete(reaction.id)
  }
  for (const comment of gone) tables.issueComments.delete(comment.id)
  for (const event of tables.events.values()) {
    if (event.subjectKind === "Issue" && event.subjectId === issue.id)
      tables.events.delete(event.id)
  }
  for (const pin of tables.pinnedIssues.values()) {
    if (pin.issueId === issue.id) tables.pinnedIssues.delete(pin.id)
  }
  for (const other of tables.issues.values()) {
    other.subIssueIds = other.subIssueIds.filter((id) => id !== issue.id)
    if (other.parentId === issue.id) other.parentId = null
    if (other.duplicateOfId === issue.id) other.duplicateOfId = null
  }
  tables.issues.delete(issue.id)
}

import {
  accountPermission,
  canBeAssigned,
  closeIssue,
  closePullRequest,
  isAtLeast,
  isVisible,
  MAX_ASSIGNEES,
  reopenIssue,
  reopenPullRequest,
  updateIssue,
  updatePullRequest,
} from "../../state/index.js"
import type { Issue, Milestone, PullRequest, Repository } from "../../tables/index.js"
import { invalid, NotModelled } from "./errors.js"
import { labelsNamed } from "./label-names.js"
import { accountsOf } from "./people.js"
import type { AskedRequest } from "./request.js"

export interface Details {
  assignee?: string | null
  assignees?: readonly string[] | null
  milestone?: number | string | null
  labels?: readonly (string | { name: string })[] | null
}

/** Labels, assignees and milestone by their REST names, for a new or changed issue. Absent ones stay absent. */
export function detailsOf(
  request: AskedRequest,
  repository: Repository,
  body: Details,
  row?: Issue | PullRequest,
) {
  if (body.assignee && body.assignees) throw invalid("Issue", "assignees")
  const logins = body.assignees ?? (body.assignee ? [body.assignee] : body.assignee && [])
  const clearsAssignees = body.assignee === null || body.assignee === "" || body.assignees === null
  return {
    ...(body.labels !== undefined && {
      labelIds: labelsNamed(request, repository, body.labels ?? []).map((label) => label.id),
    }),
    ...((logins || clearsAssignees) && {
      assigneeIds: assignable(request, repository, logins || [], row),
    }),
    ...(body.milestone !== undefined && {
      milestone: milestoneNumbered(request, repository, body.milestone),
    }),
  }
}

/** GitHub ignores the eleventh assignee and those after it. */
function assignable(
  request: AskedRequest,
  repository: Repository,
  logins: readonly string[],
  row: Issue | PullRequest | undefined,
): number[] {
  const accounts = accountsOf(request, logins, "Issue", "assignees").slice(0, MAX_ASSIGNEES)
  return accounts.map((account) => {
    const may = row
      ? canBeAssigned(request.store, row, account)
      : isAtLeast(accountPermission(request.store, account, repository), "TRIAGE")
    if (!may) {
      throw invalid("Issue", "assignees", "invalid", account.login)
    }
    return account.id
  })
}

function milestoneNumbered(
  { store }: AskedRequest,
  repository: Repository,
  number: number | string | null,
): Milestone | null {
  if (number === null || number === "") return null
  const milestone = store.milestoneByNumber(repository, Number(number))
  if (!milestone) throw invalid("Issue", "milestone", "invalid", number)
  return milestone
}

export type Changes = Details & {
  title?: string | number | null
  body?: string | null
  state?: "open" | "closed" | null
  state_reason?: "completed" | "not_planned" | "duplicate" | "reopened" | null
  /** Database id of the issue that this one duplicates. */
  duplicate_issue_id?: number
  /** Of a pull request. */
  base?: string | null
  maintainer_can_modify?: boolean | null
}

const STATE_CHANGES = new Set(["state", "state_reason", "duplicate_issue_id"])

const CLOSING_REASONS = {
  completed: "COMPLETED",
  not_planned: "NOT_PLANNED",
  duplicate: "DUPLICATE",
} as const

/** A change that only affects the state is logged like the corresponding mutation. */
export function changeIssue(request: AskedRequest, row: Issue | PullRequest, body: Changes): void {
  const { store } = request
  const { state, state_reason } = body
  const reason =
    state_reason && state_reason !== "reopened" ? CLOSING_REASONS[state_reason] : undefined
  const given = Object.keys(body).filter((name) => !STATE_CHANGES.has(name))
  if (body.duplicate_issue_id !== undefined && (given.length > 0 || state !== "closed")) {
    throw new NotModelled("`duplicate_issue_id` with a change other than closing")
  }
  if (given.length === 0 && state) {
    if (row.kind === "Issue") {
      if (state === "open") reopenIssue(store, row)
      else closeIssue(store, row, reason ?? keptReason(row), canonical(request, body))
    } else if (state === "open") reopenPullRequest(store, row)
    else closePullRequest(store, row)
    return
  }
  const { title, body: text } = body
  const changes = {
    ...(title !== undefined && title !== null && { title: String(title) }),
    ...(text !== undefined && { body: text ?? "" }),
    ...(state && { state: state === "open" ? ("OPEN" as const) : ("CLOSED" as const) }),
    ...detailsOf(request, store.get("repositories", row.repositoryId), body, row),
  }
  if (row.kind === "PullRequest") {
    updatePullRequest(store, row, {
      ...changes,
      baseRefName: body.base || null,
      maintainerCanModify: body.maintainer_can_modify ?? null,
    })
    return
  }
  // A reason alone changes the reason of a closed issue.
  const closes = state === "closed" || (!state && row.state === "CLOSED")
  updateIssue(store, row, {
    ...changes,
    ...(reason && closes && { state: "CLOSED" as const, stateReason: reason }),
  })
}

function canonical(
  { store }: AskedRequest,
  { duplicate_issue_id: id }: Changes,
): Issue | undefined {
  if (id === undefined) return undefined
  const issue = store.find("issues", id)
  if (!issue || !isVisible(store, issue)) {
    throw invalid("Issue", "duplicate_issue_id", "invalid", id)
  }
  return issue
}

/** Closing a closed issue again keeps its reason. */
function keptReason(issue: Issue) {
  const { stateReason } = issue
  return issue.state === "CLOSED" && stateReason && stateReason !== "REOPENED"
    ? stateReason
    : "COMPLETED"
}

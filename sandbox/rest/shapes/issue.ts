import {
  authorAssociation,
  dependencyCounts,
  findVisible,
  subIssuesProgress,
  webUrl,
} from "../../state/index.js"
import {
  type Issue,
  type IssueComment,
  type LockReason,
  nodeId,
  type PullRequest,
  subjectKey,
} from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, repositoryUrl, times } from "./common.js"
import { labelsById, milestoneById } from "./milestone.js"
import { reactionRollup } from "./reactions.js"
import { userById, usersById } from "./user.js"

const LOCK_REASONS: Record<LockReason, string> = {
  OFF_TOPIC: "off-topic",
  RESOLVED: "resolved",
  SPAM: "spam",
  TOO_HEATED: "too heated",
}

export const lockReason = (reason: LockReason | null): string | null =>
  reason && LOCK_REASONS[reason]

/** On GitHub a pull request has two database ids: one of its own, and one as an issue. */
const PULL_REQUEST_OFFSET = 1_000_000_000

/** An issue, or a pull request seen as one. */
export function issueShape(view: View, row: Issue | PullRequest) {
  const parent = row.kind === "Issue" ? findVisible(view.store, "issues", row.parentId) : null
  return {
    ...relatedIssue(view, row),
    closed_by: closedBy(view, row),
    ...(parent && { parent_issue_url: urlOf(view, parent) }),
  }
}

const urlOf = (view: View, { repositoryId, number }: Issue | PullRequest): string =>
  `${repositoryUrl(view, view.store.get("repositories", repositoryId))}/issues/${number}`

/** The same inside of another object, and in a search. */
export function relatedIssue(view: View, row: Issue | PullRequest) {
  const { store } = view
  const base = repositoryUrl(view, store.get("repositories", row.repositoryId))
  const url = urlOf(view, row)
  const assignees = usersById(view, row.assigneeIds)
  return {
    url,
    repository_url: base,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: webUrl(store, row),
    id: row.kind === "Issue" ? row.id : PULL_REQUEST_OFFSET + row.id,
    node_id: nodeId(row),
    number: row.number,
    title: row.title,
    user: userById(view, row.authorId),
    labels: labelsById(view, row.labelIds),
    state: row.state === "OPEN" ? "open" : "closed",
    locked: row.locked,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: milestoneById(view, row.milestoneId),
    comments: row.commentCount,
    ...times(row),
    closed_at: row.closedAt,
    author_association: authorAssociation(store, row),
    active_lock_reason: lockReason(row.activeLockReason),
    body: row.body === "" ? null : row.body,
    reactions: reactionRollup(view, row, url),
    performed_via_github_app: null,
    state_reason: row.kind === "Issue" ? (row.stateReason?.toLowerCase() ?? null) : null,
    ...(row.kind === "Issue"
      ? {
          sub_issues_summary: subIssues(view, row),
          issue_dependencies_summary: dependencies(view, row),
          type: issueTypeShape(view, row),
        }
      : pullPart(view, row)),
  }
}

function pullPart(view: View, pull: PullRequest) {
  const base = repositoryUrl(view, view.store.get("repositories", pull.repositoryId))
  const page = webUrl(view.store, pull)
  return {
    draft: pull.isDraft,
    pull_request: {
      url: `${base}/pulls/${pull.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: pull.mergedAt,
    },
  }
}

function closedBy(view: View, row: Issue | PullRequest) {
  if (row.state === "OPEN") return null
  const event = view.store
    .listBy("events", "subject", subjectKey(row))
    .findLast((one) => one.kind === "ClosedEvent")
  return userById(view, event?.actorId)
}

export function issueTypeShape({ store }: View, { typeId }: Pick<Issue, "typeId">) {
  const type = store.find("issueTypes", typeId)
  return type
    ? {
        ...ids(type),
        name: type.name,
        description: type.description,
        color: type.color.toLowerCase(),
        is_enabled: type.isEnabled,
        ...times(type),
      }
    : null
}

function subIssues(view: View, issue: Issue) {
  const { percent, ...counts } = subIssuesProgress(view.store, issue)
  return { ...counts, percent_completed: percent }
}

function dependencies(view: View, issue: Issue) {
  const { blockedBy, blocking, totalBlockedBy, totalBlocking } = dependencyCounts(view.store, issue)
  return {
    blocked_by: blockedBy,
    blocking,
    total_blocked_by: totalBlockedBy,
    total_blocking: totalBlocking,
  }
}

export function commentShape(view: View, comment: IssueComment) {
  const { store } = view
  const subject = store.numberedOf(comment)
  const base = repositoryUrl(view, store.get("repositories", subject.repositoryId))
  const url = `${base}/issues/comments/${comment.id}`
  return {
    url,
    html_url: webUrl(store, comment),
    issue_url: `${base}/issues/${subject.number}`,
    ...ids(comment),
    user: userById(view, comment.authorId),
    ...times(comment),
    author_association: authorAssociation(store, comment),
    body: comment.body,
    reactions: reactionRollup(view, comment, url),
    performed_via_github_app: null,
  }
}

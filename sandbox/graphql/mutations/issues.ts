import {
  addBlockedBy,
  addSubIssue,
  closeIssue,
  createIssue,
  deleteIssue,
  notFound,
  pinIssue,
  removeBlockedBy,
  removeSubIssue,
  reopenIssue,
  reprioritizeSubIssue,
  resolvePath,
  setDiscussionLocked,
  setLocked,
  transferIssue,
  unpinIssue,
  updateIssue,
} from "../../state/index.js"
import {
  type Discussion,
  type Issue,
  type LockReason,
  nodeId,
  type PullRequest,
} from "../../tables/index.js"
import { type Context, NotModelled } from "../field/index.js"
import { idsOf, labels, milestoneChange, mutations, node, users } from "./mutation.js"

interface IssueText {
  title?: string | null
  body?: string | null
  labelIds?: readonly string[] | null
  assigneeIds?: readonly string[] | null
  milestoneId?: string | null
  projectIds?: readonly string[] | null
}

export function refuseProjects(ids: readonly string[] | null | undefined): void {
  if (ids?.length) throw new NotModelled("projectIds")
}

export const issueMutations = mutations({
  createIssue(
    input: IssueText & {
      repositoryId: string
      title: string
      parentIssueId?: string | null
      issueTemplate?: string | null
    },
    context: Context,
  ) {
    refuseProjects(input.projectIds)
    // A template would add labels and assignees of its own.
    if (input.issueTemplate) throw new NotModelled("issueTemplate")
    const issue = createIssue(context.store, node(context, input.repositoryId, "Repository"), {
      title: input.title,
      body: input.body ?? "",
      labelIds: labels(context, input.labelIds).map((label) => label.id),
      assigneeIds: users(context, input.assigneeIds).map((user) => user.id),
      milestone: input.milestoneId ? node(context, input.milestoneId, "Milestone") : null,
      parent: input.parentIssueId ? node(context, input.parentIssueId, "Issue") : null,
    })
    return { issue }
  },

  updateIssue(
    input: IssueText & { id: string; state?: "OPEN" | "CLOSED" | null },
    context: Context,
  ) {
    refuseProjects(input.projectIds)
    const { title, body, state } = input
    const issue = updateIssue(context.store, node(context, input.id, "Issue"), {
      ...(title !== undefined && { title }),
      ...(body !== undefined && { body }),
      ...(state !== undefined && { state }),
      ...idsOf("labelIds", input.labelIds, (ids) => labels(context, ids)),
      ...idsOf("assigneeIds", input.assigneeIds, (ids) => users(context, ids)),
      ...milestoneChange(context, input.milestoneId),
    })
    return { issue, actor: context.viewer.account }
  },

  closeIssue(
    input: {
      issueId: string
      stateReason?: "COMPLETED" | "NOT_PLANNED" | "DUPLICATE" | null
      duplicateIssueId?: string | null
    },
    context: Context,
  ) {
    const issue = node(context, input.issueId, "Issue")
    const duplicateOf = input.duplicateIssueId
      ? node(context, input.duplicateIssueId, "Issue")
      : undefined
    const reason = input.stateReason ?? "COMPLETED"
    return { issue: closeIssue(context.store, issue, reason, duplicateOf) }
  },

  reopenIssue: (input: { issueId: string }, context: Context) => ({
    issue: reopenIssue(context.store, node(context, input.issueId, "Issue")),
  }),

  deleteIssue: (input: { issueId: string }, context: Context) => ({
    repository: deleteIssue(context.store, node(context, input.issueId, "Issue")),
  }),

  lockLockable(input: { lockableId: string; lockReason?: LockReason | null }, context: Context) {
    const row = node(context, input.lockableId, "Issue", "PullRequest", "Discussion")
    lock(context, row, true, input.lockReason ?? null)
    return { lockedRecord: row, actor: context.viewer.account }
  },

  unlockLockable(input: { lockableId: string }, context: Context) {
    const row = node(context, input.lockableId, "Issue", "PullRequest", "Discussion")
    lock(context, row, false)
    return { unlockedRecord: row, actor: context.viewer.account }
  },

  pinIssue(input: { issueId: string }, context: Context) {
    const issue = node(context, input.issueId, "Issue")
    pinIssue(context.store, issue)
    return { issue }
  },

  unpinIssue(input: { issueId: string }, context: Context) {
    const issue = node(context, input.issueId, "Issue")
    const id = unpinIssue(context.store, issue)
    return { issue, id: nodeId({ kind: "PinnedIssue", id }) }
  },

  transferIssue: (
    input: { issueId: string; repositoryId: string; createLabelsIfMissing?: boolean | null },
    context: Context,
  ) => ({
    issue: transferIssue(
      context.store,
      node(context, input.issueId, "Issue"),
      node(context, input.repositoryId, "Repository"),
      input.createLabelsIfMissing ?? false,
    ),
  }),

  addSubIssue(
    input: {
      issueId: string
      subIssueId?: string | null
      subIssueUrl?: string | null
      replaceParent?: boolean | null
    },
    context: Context,
  ) {
    const issue = node(context, input.issueId, "Issue")
    const subIssue = input.subIssueId
      ? node(context, input.subIssueId, "Issue")
      : issueAt(context, input.subIssueUrl ?? "")
    addSubIssue(context.store, issue, subIssue, input.replaceParent ?? false)
    return { issue, subIssue }
  },

  removeSubIssue(input: { issueId: string; subIssueId: string }, context: Context) {
    const issue = node(context, input.issueId, "Issue")
    const subIssue = node(context, input.subIssueId, "Issue")
    removeSubIssue(context.store, issue, subIssue)
    return { issue, subIssue }
  },

  addBlockedBy(input: { issueId: string; blockingIssueId: string }, context: Context) {
    const issue = node(context, input.issueId, "Issue")
    const blockingIssue = node(context, input.blockingIssueId, "Issue")
    addBlockedBy(context.store, issue, blockingIssue)
    return { issue, blockingIssue }
  },

  removeBlockedBy(input: { issueId: string; blockingIssueId: string }, context: Context) {
    const issue = node(context, input.issueId, "Issue")
    const blockingIssue = node(context, input.blockingIssueId, "Issue")
    removeBlockedBy(context.store, issue, blockingIssue)
    return { issue, blockingIssue }
  },

  reprioritizeSubIssue(
    input: {
      issueId: string
      subIssueId: string
      afterId?: string | null
      beforeId?: string | null
    },
    context: Context,
  ) {
    const issue = node(context, input.issueId, "Issue")
    const subIssue = node(context, input.subIssueId, "Issue")
    const place = input.afterId
      ? { after: node(context, input.afterId, "Issue") }
      : { before: node(context, input.beforeId ?? "", "Issue") }
    reprioritizeSubIssue(context.store, issue, subIssue, place)
    return { issue }
  },
})

function issueAt(context: Context, url: string) {
  const row = resolvePath(context.store, url)
  if (row?.kind === "Issue") return row
  throw notFound(`Could not resolve to an Issue with the URL of '${url}'.`)
}

function lock(
  { store }: Context,
  row: Issue | PullRequest | Discussion,
  isLocked: boolean,
  reason: LockReason | null = null,
): void {
  if (row.kind === "Discussion") setDiscussionLocked(store, row, isLocked, reason)
  else setLocked(store, row, isLocked, reason)
}

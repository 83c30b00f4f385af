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
  type Session,
  setDiscussionLocked,
  setLocked,
  transferIssue,
  unpinIssue,
  updateIssue,
} from "../../state/index.js"
import {
  type Discussion,
  given,
  type Issue,
  type LockReason,
  nodeId,
  type PullRequest,
} from "../../tables/index.js"
import { type Context, NotModelled } from "../field/index.js"
import {
  change,
  type Given,
  idsOf,
  labels,
  milestoneChange,
  mutations,
  node,
  nodeIf,
  ofRow,
  users,
} from "./mutation.js"

const LOCKABLE = { lockable: ["Issue", "PullRequest", "Discussion"] } as const
const ISSUE = { issue: "Issue" } as const
const WITH_SUB_ISSUE = { issue: "Issue", subIssue: "Issue" } as const
const WITH_BLOCKER = { issue: "Issue", blockingIssue: "Issue" } as const

type IssueText = Given<"title" | "body" | "milestoneId"> & Lists

type Lists = Given<"labelIds" | "assigneeIds" | "projectIds", readonly string[]>

export function refuseProjects(ids: readonly string[] | null | undefined): void {
  if (ids?.length) throw new NotModelled("projectIds")
}

/** The changes that the inputs for issues and for pull requests have in common. */
export const numberedChange = (
  context: Context,
  input: IssueText & Given<"state", "OPEN" | "CLOSED">,
) => ({
  ...given({ title: input.title, body: input.body, state: input.state }),
  ...idsOf("labelIds", input.labelIds, (ids) => labels(context, ids)),
  ...idsOf("assigneeIds", input.assigneeIds, (ids) => users(context, ids)),
  ...milestoneChange(context, input.milestoneId),
})

export const issueMutations = mutations({
  ...ofRow(ISSUE, { deleteIssue, pinIssue, reopenIssue }),

  createIssue(
    input: IssueText & { repositoryId: string; title: string } & Given<
        "parentIssueId" | "issueTemplate"
      >,
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
      milestone: nodeIf(context, input.milestoneId, "Milestone") ?? null,
      parent: nodeIf(context, input.parentIssueId, "Issue") ?? null,
    })
    return { issue }
  },

  updateIssue(input: Parameters<typeof numberedChange>[1] & { id: string }, context: Context) {
    refuseProjects(input.projectIds)
    const issue = node(context, input.id, "Issue")
    return { issue: updateIssue(context.store, issue, numberedChange(context, input)) }
  },

  closeIssue: change(
    ISSUE,
    (
      store,
      { issue },
      {
        stateReason,
        duplicateIssueId,
      }: Given<"stateReason", "COMPLETED" | "NOT_PLANNED" | "DUPLICATE"> &
        Given<"duplicateIssueId">,
      context,
    ) => {
      const duplicateOf = nodeIf(context, duplicateIssueId, "Issue")
      closeIssue(store, issue, stateReason ?? "COMPLETED", duplicateOf)
    },
  ),

  lockLockable: change(LOCKABLE, (store, { lockable }, input: Given<"lockReason", LockReason>) => {
    lock(store, lockable, true, input.lockReason ?? null)
    return { lockedRecord: lockable }
  }),

  unlockLockable: change(LOCKABLE, (store, { lockable }) => {
    lock(store, lockable, false)
    return { unlockedRecord: lockable }
  }),

  unpinIssue: change(ISSUE, (store, { issue }) => ({
    id: nodeId({ kind: "PinnedIssue", id: unpinIssue(store, issue) }),
  })),

  transferIssue: change(
    { issue: "Issue", repository: "Repository" },
    (store, { issue, repository }, input: Given<"createLabelsIfMissing", boolean>) => ({
      issue: transferIssue(store, issue, repository, input.createLabelsIfMissing ?? false),
    }),
  ),

  addSubIssue: change(
    ISSUE,
    (
      store,
      { issue },
      input: Given<"subIssueId" | "subIssueUrl"> & Given<"replaceParent", boolean>,
      context,
    ) => {
      const subIssue =
        nodeIf(context, input.subIssueId, "Issue") ?? issueAt(context, input.subIssueUrl ?? "")
      addSubIssue(store, issue, subIssue, input.replaceParent ?? false)
      return { subIssue }
    },
  ),

  removeSubIssue: change(WITH_SUB_ISSUE, (store, { issue, subIssue }) =>
    removeSubIssue(store, issue, subIssue),
  ),

  addBlockedBy: change(WITH_BLOCKER, (store, { issue, blockingIssue }) =>
    addBlockedBy(store, issue, blockingIssue),
  ),

  removeBlockedBy: change(WITH_BLOCKER, (store, { issue, blockingIssue }) =>
    removeBlockedBy(store, issue, blockingIssue),
  ),

  reprioritizeSubIssue: change(
    WITH_SUB_ISSUE,
    (store, { issue, subIssue }, input: Given<"afterId" | "beforeId">, context) => {
      const after = nodeIf(context, input.afterId, "Issue")
      const place = after ? { after } : { before: node(context, input.beforeId ?? "", "Issue") }
      reprioritizeSubIssue(store, issue, subIssue, place)
    },
  ),
})

function issueAt(context: Context, url: string) {
  const row = resolvePath(context.store, url)
  if (row?.kind === "Issue") return row
  throw notFound(`Could not resolve to an Issue with the URL of '${url}'.`)
}

function lock(
  store: Session,
  row: Issue | PullRequest | Discussion,
  isLocked: boolean,
  reason: LockReason | null = null,
): void {
  if (row.kind === "Discussion") setDiscussionLocked(store, row, isLocked, reason)
  else setLocked(store, row, isLocked, reason)
}

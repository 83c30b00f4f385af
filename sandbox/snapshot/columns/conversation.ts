import type { ColumnsOf } from "./kinds.js"

const written = {
  id: "number",
  authorId: "id in accounts or null",
  body: "text",
  createdAt: "time",
  updatedAt: "time",
  lastEditedAt: "time or null",
  editorId: "id in accounts or null",
  edits: "list",
} as const

const numbered = {
  ...written,
  repositoryId: "id in repositories",
  number: "number",
  title: "text",
  closedAt: "time or null",
  locked: "flag",
  activeLockReason: "text or null",
  labelIds: "ids in labels",
  assigneeIds: "ids in accounts",
  milestoneId: "id in milestones or null",
  subscriptions: "by number",
  commentCount: "number",
} as const

/** Columns of issues, pull requests, comments and events. */
export const conversationColumns = {
  issues: {
    ...numbered,
    kind: "text",
    state: "text",
    stateReason: "text or null",
    duplicateOfId: "id in issues or null",
    subIssueIds: "ids in issues",
    parentId: "id in issues or null",
    typeId: "id in issueTypes or null",
    fieldValues: "by number",
    blockedByIds: "ids in issues",
    blockingIds: "ids in issues",
  },
  pullRequests: {
    ...numbered,
    kind: "text",
    state: "text",
    isDraft: "flag",
    baseRefName: "text",
    baseRefOid: "commit",
    headRefName: "text",
    headRefOid: "commit",
    headRepositoryId: "id in repositories or null",
    maintainerCanModify: "flag",
    mergedAt: "time or null",
    mergedById: "id in accounts or null",
    mergeCommitOid: "commit or null",
    autoMerge: "object or null",
  },
  issueComments: {
    ...written,
    kind: "text",
    subjectKind: "text",
    subjectId: "number",
    minimizedReason: "text or null",
  },
  reviews: {
    ...written,
    kind: "text",
    pullRequestId: "id in pullRequests",
    state: "text",
    commitOid: "commit",
    submittedAt: "time or null",
    minimizedReason: "text or null",
  },
  reviewThreads: {
    kind: "text",
    id: "number",
    pullRequestId: "id in pullRequests",
    path: "text",
    subjectType: "text",
    diffSide: "text",
    startDiffSide: "text or null",
    originalLine: "number or null",
    originalStartLine: "number or null",
    originalCommitOid: "commit",
    isResolved: "flag",
    resolvedById: "id in accounts or null",
  },
  reviewComments: {
    ...written,
    kind: "text",
    threadId: "id in reviewThreads",
    reviewId: "id in reviews",
    replyToId: "id in reviewComments or null",
    diffHunk: "text",
    position: "number",
    commitOid: "commit",
    minimizedReason: "text or null",
  },
  reviewRequests: {
    kind: "text",
    id: "number",
    pullRequestId: "id in pullRequests",
    reviewerId: "id in accounts",
  },
  reactions: {
    kind: "text",
    id: "number",
    subjectKind: "text",
    subjectId: "number",
    userId: "id in accounts",
    content: "text",
    createdAt: "time",
  },
  discussionCategories: {
    kind: "text",
    id: "number",
    repositoryId: "id in repositories",
    name: "text",
    emoji: "text",
    description: "text or null",
    isAnswerable: "flag",
    createdAt: "time",
  },
  discussions: {
    ...written,
    kind: "text",
    repositoryId: "id in repositories",
    number: "number",
    title: "text",
    categoryId: "id in discussionCategories",
    labelIds: "ids in labels",
    closedAt: "time or null",
    stateReason: "text or null",
    locked: "flag",
    answer: "object or null",
    upvoterIds: "ids in accounts",
  },
  discussionComments: {
    ...written,
    kind: "text",
    discussionId: "id in discussions",
    replyToId: "id in discussionComments or null",
    minimizedReason: "text or null",
    deletedAt: "time or null",
    upvoterIds: "ids in accounts",
  },
  events: {
    kind: "text",
    id: "number",
    subjectKind: "text",
    subjectId: "number",
    actorId: "id in accounts",
    createdAt: "time",
    data: "object",
  },
} as const satisfies ColumnsOf<
  | "issues"
  | "pullRequests"
  | "issueComments"
  | "reviews"
  | "reviewThreads"
  | "reviewComments"
  | "reviewRequests"
  | "reactions"
  | "discussionCategories"
  | "discussions"
  | "discussionComments"
  | "events"
>

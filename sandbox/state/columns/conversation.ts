import type { ColumnsOf } from "./kinds.js"

const written = {
  id: "number",
  authorId: "number or null",
  body: "text",
  createdAt: "text",
  updatedAt: "text",
  lastEditedAt: "text or null",
  editorId: "number or null",
  edits: "list",
} as const

const numbered = {
  ...written,
  repositoryId: "number",
  number: "number",
  title: "text",
  closedAt: "text or null",
  locked: "flag",
  activeLockReason: "text or null",
  labelIds: "list",
  assigneeIds: "list",
  milestoneId: "number or null",
  subscriptions: "by number",
  commentCount: "number",
} as const

/** What is written and what happens to it. */
export const conversationColumns = {
  issues: {
    ...numbered,
    kind: "text",
    state: "text",
    stateReason: "text or null",
    duplicateOfId: "number or null",
    subIssueIds: "list",
    parentId: "number or null",
  },
  pullRequests: {
    ...numbered,
    kind: "text",
    state: "text",
    isDraft: "flag",
    baseRefName: "text",
    baseRefOid: "text",
    headRefName: "text",
    headRefOid: "text",
    headRepositoryId: "number or null",
    maintainerCanModify: "flag",
    mergedAt: "text or null",
    mergedById: "number or null",
    mergeCommitOid: "text or null",
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
    pullRequestId: "number",
    state: "text",
    commitOid: "text",
    submittedAt: "text or null",
    minimizedReason: "text or null",
  },
  reviewThreads: {
    kind: "text",
    id: "number",
    pullRequestId: "number",
    path: "text",
    subjectType: "text",
    diffSide: "text",
    startDiffSide: "text or null",
    originalLine: "number or null",
    originalStartLine: "number or null",
    originalCommitOid: "text",
    isResolved: "flag",
    resolvedById: "number or null",
  },
  reviewComments: {
    ...written,
    kind: "text",
    threadId: "number",
    reviewId: "number",
    replyToId: "number or null",
    diffHunk: "text",
    position: "number",
    commitOid: "text",
    minimizedReason: "text or null",
  },
  reviewRequests: {
    kind: "text",
    id: "number",
    pullRequestId: "number",
    reviewerId: "number",
  },
  reactions: {
    kind: "text",
    id: "number",
    subjectKind: "text",
    subjectId: "number",
    userId: "number",
    content: "text",
    createdAt: "text",
  },
  events: {
    kind: "text",
    id: "number",
    subjectKind: "text",
    subjectId: "number",
    actorId: "number",
    createdAt: "text",
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
  | "events"
>

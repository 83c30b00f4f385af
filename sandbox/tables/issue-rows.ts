/** The rows of issues, and what issues and pull requests have in common. */

import * as t from "./columns.js"
import type { IssueFieldValue } from "./planning-rows.js"

/** The common part of issues, pull requests, comments, reviews and review comments. */
export const written = {
  id: t.number,
  authorId: t.nullable(t.id("accounts")),
  body: t.text,
  ...t.dated,
  lastEditedAt: t.nullable(t.time),
  editorId: t.nullable(t.id("accounts")),
  edits: t.list<Edit>(),
}

export interface Written extends t.Row<typeof written> {}

/** The common part of issues and pull requests. */
export const numbered = {
  ...written,
  repositoryId: t.id("repositories"),
  number: t.number,
  title: t.text,
  closedAt: t.nullable(t.time),
  locked: t.flag,
  activeLockReason: t.nullable(t.oneOf<LockReason>()),
  labelIds: t.ids("labels"),
  assigneeIds: t.ids("accounts"),
  milestoneId: t.nullable(t.id("milestones")),
  subscriptions: t.byNumber<"SUBSCRIBED" | "UNSUBSCRIBED" | "IGNORED">(),
  /** Number of comments. Lists are sorted by it, and an index cannot read another table. */
  commentCount: t.number,
}

export interface Numbered extends t.Row<typeof numbered> {}

export const issueTables = {
  issues: {
    ...numbered,
    ...t.node({ Issue: "I" }),
    state: t.oneOf<"OPEN" | "CLOSED">(),
    stateReason: t.nullable(t.oneOf<StateReason>()),
    duplicateOfId: t.nullable(t.id("issues")),
    /** Sub-issues in their order. */
    subIssueIds: t.ids("issues"),
    parentId: t.nullable(t.id("issues")),
    typeId: t.nullable(t.id("issueTypes")),
    /** By the id of the field. */
    fieldValues: t.byNumber<IssueFieldValue>(),
    /** The issues that must be closed before this one. */
    blockedByIds: t.ids("issues"),
    blockingIds: t.ids("issues"),
  },
  issueComments: {
    ...written,
    ...t.node({ IssueComment: "IC" }),
    subjectKind: t.oneOf<"Issue" | "PullRequest">(),
    subjectId: t.number,
    minimizedReason: t.nullable(t.text),
  },
  reactions: {
    ...t.node({ Reaction: "REA" }),
    subjectKind: t.oneOf<ReactableKind>(),
    subjectId: t.number,
    userId: t.id("accounts"),
    content: t.oneOf<ReactionContent>(),
    createdAt: t.time,
  },
  pinnedIssues: {
    ...t.node({ PinnedIssue: "PI" }),
    repositoryId: t.id("repositories"),
    issueId: t.id("issues"),
    pinnedById: t.id("accounts"),
  },
}

export interface Issue extends t.Row<typeof issueTables.issues> {}
export interface IssueComment extends t.Row<typeof issueTables.issueComments> {}
export interface Reaction extends t.Row<typeof issueTables.reactions> {}
export interface PinnedIssue extends t.Row<typeof issueTables.pinnedIssues> {}

/** One saved version of an edited body. */
export interface Edit {
  readonly id: number
  readonly editorId: number
  readonly body: string
  readonly editedAt: string
}

export type LockReason = "OFF_TOPIC" | "RESOLVED" | "SPAM" | "TOO_HEATED"

export type StateReason = "COMPLETED" | "NOT_PLANNED" | "DUPLICATE" | "REOPENED"

/** What a reaction may say, with REST's name, in GitHub's order. */
export const REACTIONS = {
  THUMBS_UP: "+1",
  THUMBS_DOWN: "-1",
  LAUGH: "laugh",
  HOORAY: "hooray",
  CONFUSED: "confused",
  HEART: "heart",
  ROCKET: "rocket",
  EYES: "eyes",
} as const

export type ReactionContent = keyof typeof REACTIONS

export type ReactableKind =
  | "Issue"
  | "PullRequest"
  | "IssueComment"
  | "PullRequestReview"
  | "PullRequestReviewComment"
  | "Discussion"
  | "DiscussionComment"

/** The rows of pull requests. */

import * as t from "./columns.js"
import { numbered, written } from "./issue-rows.js"
import type { MergeMethod } from "./repository-rows.js"

export const pullTables = {
  pullRequests: {
    ...numbered,
    ...t.node({ PullRequest: "PR" }),
    state: t.oneOf<"OPEN" | "CLOSED" | "MERGED">(),
    isDraft: t.flag,
    baseRefName: t.text,
    /** The tip of the base branch; no longer updated after the pull request is closed or merged. */
    baseRefOid: t.commit,
    headRefName: t.text,
    headRefOid: t.commit,
    headRepositoryId: t.nullable(t.id("repositories")),
    /** The owner of a head repository that was deleted. */
    headOwnerId: t.nullable(t.id("accounts")),
    maintainerCanModify: t.flag,
    mergedAt: t.nullable(t.time),
    mergedById: t.nullable(t.id("accounts")),
    mergeCommitOid: t.nullable(t.commit),
    autoMerge: t.nullable(t.object<AutoMerge>()),
  },
  reviews: {
    ...written,
    ...t.node({ PullRequestReview: "PRR" }),
    pullRequestId: t.id("pullRequests"),
    state: t.oneOf<ReviewState>(),
    commitOid: t.commit,
    submittedAt: t.nullable(t.time),
    minimizedReason: t.nullable(t.text),
  },
  reviewThreads: {
    ...t.node({ PullRequestReviewThread: "PRRT" }),
    pullRequestId: t.id("pullRequests"),
    path: t.text,
    subjectType: t.oneOf<"LINE" | "FILE">(),
    diffSide: t.oneOf<DiffSide>(),
    startDiffSide: t.nullable(t.oneOf<DiffSide>()),
    /** The line where the thread was started, in the file at `originalCommitOid`. */
    originalLine: t.nullable(t.number),
    originalStartLine: t.nullable(t.number),
    originalCommitOid: t.commit,
    isResolved: t.flag,
    resolvedById: t.nullable(t.id("accounts")),
  },
  reviewComments: {
    ...written,
    ...t.node({ PullRequestReviewComment: "PRRC" }),
    threadId: t.id("reviewThreads"),
    reviewId: t.id("reviews"),
    replyToId: t.nullable(t.id("reviewComments")),
    diffHunk: t.text,
    position: t.number,
    commitOid: t.commit,
    minimizedReason: t.nullable(t.text),
  },
  reviewRequests: {
    ...t.node({ ReviewRequest: "RR" }),
    pullRequestId: t.id("pullRequests"),
    reviewerId: t.id("accounts"),
  },
}

export interface PullRequest extends t.Row<typeof pullTables.pullRequests> {}
export interface Review extends t.Row<typeof pullTables.reviews> {}
export interface ReviewThread extends t.Row<typeof pullTables.reviewThreads> {}
export interface ReviewComment extends t.Row<typeof pullTables.reviewComments> {}
export interface ReviewRequest extends t.Row<typeof pullTables.reviewRequests> {}

export interface AutoMerge {
  readonly enabledById: number
  readonly enabledAt: string
  readonly mergeMethod: MergeMethod
  readonly commitHeadline: string | null
  readonly commitBody: string | null
  readonly authorEmail: string | null
}

export type ReviewState = "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED" | "DISMISSED"

export type DiffSide = "LEFT" | "RIGHT"

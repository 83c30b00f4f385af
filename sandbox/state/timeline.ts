import {
  type Issue,
  type IssueComment,
  type PullRequest,
  type Review,
  subjectKey,
  type TimelineEvent,
} from "../tables/index.js"
import { type CrossReference, crossReferences } from "./cross-references.js"
import type { PullRequestCommitNode } from "./git-nodes.js"
import { reviewsOf } from "./latest-reviews.js"
import { isVisible } from "./permissions.js"
import { pullCommits } from "./pull-data.js"
import type { Session } from "./session.js"

export interface TimelineItem {
  readonly node: IssueComment | TimelineEvent | CrossReference | Review | PullRequestCommitNode
  readonly at: string
}

/** Comments, reviews, commits and events of an issue or pull request, in order of time. */
export function timelineOf(store: Session, row: Issue | PullRequest): readonly TimelineItem[] {
  const comments = store.rowsBy("issueComments", "subject", subjectKey(row)).map((node) => ({
    node,
    at: node.createdAt,
    tie: 2,
  }))
  const events = [
    ...store.rowsBy("events", "subject", subjectKey(row)),
    ...crossReferences(store, row),
  ].map((node) => ({ node, at: node.createdAt, tie: 3 }))
  const own = row.kind === "Issue" ? [] : ofPull(store, row)
  return [...own, ...comments, ...events].sort((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : a.tie - b.tie,
  )
}

function ofPull(store: Session, pull: PullRequest) {
  const submitted = reviewsOf(store, pull).filter((review) => isVisible(store, review))
  const reviews = submitted.map((node) => ({
    node,
    at: node.submittedAt ?? node.createdAt,
    tie: 1,
  }))
  const commits = pullCommits(store, pull).map((commit) => ({
    node: { kind: "PullRequestCommit" as const, pullRequestId: pull.id, oid: commit.oid },
    at: commit.committer.date,
    tie: 0,
  }))
  return [...commits, ...reviews]
}

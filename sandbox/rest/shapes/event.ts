import { commitOf } from "../../git/index.js"
import { findVisible, type TimelineItem } from "../../state/index.js"
import type { Issue, PullRequest, Repository, TimelineEvent } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { gitCommitShape } from "./commit.js"
import { ids, repositoryUrl } from "./common.js"
import { commentShape, issueTypeShape, lockReason, relatedIssue } from "./issue.js"
import { repositoryShape, simpleRepository } from "./repository.js"
import { reviewShape } from "./review.js"
import { userById } from "./user.js"

/** `review_requested` for a ReviewRequestedEvent. */
const nameOf = ({ kind }: TimelineEvent): string =>
  kind === "RenamedTitleEvent"
    ? "renamed"
    : kind
        .replace(/Event$/, "")
        .replace(/(?<=[a-z])[A-Z]/g, "_$&")
        .toLowerCase()

/** An event in a list of events: https://docs.github.com/rest/using-the-rest-api/issue-event-types */
export const eventShape = (view: View, event: TimelineEvent) => ({
  ...commonShape(view, event),
  ...(isAssignment(event) && { assigner: userById(view, event.actorId) }),
})

const isAssignment = ({ kind }: TimelineEvent): boolean =>
  kind === "AssignedEvent" || kind === "UnassignedEvent"

function commonShape(view: View, event: TimelineEvent) {
  const { store } = view
  const repository = store.get("repositories", store.numberedOf(event).repositoryId)
  const base = repositoryUrl(view, repository)
  const { commitOid, fromRepositoryId } = event.data
  const home = store.find("repositories", fromRepositoryId) ?? repository
  return {
    ...ids(event),
    url: `${base}/issues/events/${event.id}`,
    actor: userById(view, event.actorId),
    event: nameOf(event),
    commit_id: commitOid ?? null,
    commit_url:
      commitOid === undefined ? null : `${repositoryUrl(view, home)}/commits/${commitOid}`,
    created_at: event.createdAt,
    ...detailsOf(view, event),
    performed_via_github_app: null,
  }
}

function detailsOf(view: View, event: TimelineEvent): object {
  const { kind, data, actorId } = event
  const [actor, user] = [userById(view, actorId), userById(view, data.userId)]
  switch (kind) {
    case "LabeledEvent":
    case "UnlabeledEvent": {
      const label = view.store.find("labels", data.labelId) ?? data.deletedLabel
      return { label: label && { name: label.name, color: label.color } }
    }
    case "AssignedEvent":
    case "UnassignedEvent":
      return { assignee: user }
    case "MilestonedEvent":
    case "DemilestonedEvent":
      return { milestone: { title: data.milestoneTitle } }
    case "RenamedTitleEvent":
      return { rename: { from: data.previousTitle, to: data.currentTitle } }
    case "ReviewRequestedEvent":
    case "ReviewRequestRemovedEvent":
      return { review_requester: actor, requested_reviewer: user }
    case "ReviewDismissedEvent":
      return {
        dismissed_review: {
          state: data.previousReviewState?.toLowerCase(),
          review_id: data.reviewId,
          dismissal_message: data.message ?? null,
        },
      }
    case "LockedEvent":
      return { lock_reason: lockReason(data.lockReason ?? null) }
    default: {
      // `sub_issue` of the events `sub_issue_added` and `sub_issue_removed`
      const [, relation] = /^(.+)_(?:added|removed)$/.exec(nameOf(event)) ?? []
      return relation === undefined ? {} : { [relation]: issueReference(view, data.issueId) }
    }
  }
}

function issueReference(view: View, id: number | undefined) {
  const issue = findVisible(view.store, "issues", id)
  if (!issue) return null
  const { number, title, state, state_reason } = relatedIssue(view, issue)
  const repository = simpleRepository(view, view.store.get("repositories", issue.repositoryId))
  return { number, title, state, state_reason, repository, issue_type: issueTypeShape(view, issue) }
}

function withRepository(view: View, issue: Issue | PullRequest) {
  const repository = view.store.get("repositories", issue.repositoryId)
  return { ...relatedIssue(view, issue), repository: repositoryShape(view, repository) }
}

/** An item of a timeline: https://docs.github.com/rest/issues/timeline */
export function timelineShape(view: View, repository: Repository, { node }: TimelineItem) {
  switch (node.kind) {
    case "IssueComment": {
      const comment = commentShape(view, node)
      return { ...comment, event: "commented", actor: comment.user }
    }
    case "PullRequestReview": {
      const review = reviewShape(view, node)
      return { ...review, state: review.state.toLowerCase(), event: "reviewed" }
    }
    case "PullRequestCommit": {
      const commit = commitOf(view.store.git, node.oid)
      return { ...gitCommitShape(view, repository, commit), event: "committed" }
    }
    case "CrossReferencedEvent":
      return {
        actor: userById(view, node.actorId),
        created_at: node.createdAt,
        updated_at: node.createdAt,
        source: { issue: withRepository(view, node.source), type: "issue" },
        event: "cross-referenced",
      }
    case "ClosedEvent":
    case "ReopenedEvent": {
      const { stateReason } = node.data
      return { ...commonShape(view, node), state_reason: stateReason?.toLowerCase() ?? null }
    }
    default:
      return commonShape(view, node)
  }
}

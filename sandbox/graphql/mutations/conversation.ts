import {
  addAssignees,
  addComment,
  addLabels,
  addReaction,
  clearLabels,
  createLabel,
  deleteIssueComment,
  deleteLabel,
  minimizeComment,
  removeAssignees,
  removeLabels,
  removeReaction,
  type Subscription,
  setGistStarred,
  setStarred,
  unminimizeComment,
  updateIssueComment,
  updateLabel,
  updateSubscription,
} from "../../state/index.js"
import type { ReactionContent } from "../../tables/index.js"
import { type Context, edgeOf } from "../field/index.js"
import { reactionGroups } from "../types/index.js"
import { labels, mutations, node, users } from "./mutation.js"

const reactable = (context: Context, id: string) =>
  node(
    context,
    id,
    "Issue",
    "PullRequest",
    "IssueComment",
    "PullRequestReview",
    "PullRequestReviewComment",
    "Discussion",
    "DiscussionComment",
  )

const minimizable = (context: Context, id: string) =>
  node(
    context,
    id,
    "IssueComment",
    "PullRequestReview",
    "PullRequestReviewComment",
    "DiscussionComment",
  )

const labelableIn = (context: Context, id: string) =>
  node(context, id, "Issue", "PullRequest", "Discussion")

export const conversationMutations = mutations({
  addComment(input: { subjectId: string; body: string }, context: Context) {
    const subject = node(context, input.subjectId, "Issue", "PullRequest")
    const comment = addComment(context.store, subject, input.body)
    const edge = edgeOf(comment)
    return { subject, commentEdge: edge, timelineEdge: edge }
  },

  updateIssueComment: (input: { id: string; body: string }, context: Context) => ({
    issueComment: updateIssueComment(
      context.store,
      node(context, input.id, "IssueComment"),
      input.body,
    ),
  }),

  deleteIssueComment(input: { id: string }, context: Context) {
    deleteIssueComment(context.store, node(context, input.id, "IssueComment"))
    return {}
  },

  minimizeComment: (input: { subjectId: string; classifier: string }, context: Context) => ({
    minimizedComment: minimizeComment(
      context.store,
      minimizable(context, input.subjectId),
      input.classifier,
    ),
  }),

  unminimizeComment: (input: { subjectId: string }, context: Context) => ({
    unminimizedComment: unminimizeComment(context.store, minimizable(context, input.subjectId)),
  }),

  addReaction(input: { subjectId: string; content: ReactionContent }, context: Context) {
    const subject = reactable(context, input.subjectId)
    const reaction = addReaction(context.store, subject, input.content)
    return { subject, reaction, reactionGroups: reactionGroups(context.store, subject) }
  },

  removeReaction(input: { subjectId: string; content: ReactionContent }, context: Context) {
    const subject = reactable(context, input.subjectId)
    const reaction = removeReaction(context.store, subject, input.content)
    return {
      subject,
      reaction: reaction ?? null,
      reactionGroups: reactionGroups(context.store, subject),
    }
  },

  addLabelsToLabelable(
    input: { labelableId: string; labelIds: readonly string[] },
    context: Context,
  ) {
    const labelable = labelableIn(context, input.labelableId)
    addLabels(context.store, labelable, labels(context, input.labelIds))
    return { labelable }
  },

  removeLabelsFromLabelable(
    input: { labelableId: string; labelIds: readonly string[] },
    context: Context,
  ) {
    const labelable = labelableIn(context, input.labelableId)
    removeLabels(context.store, labelable, labels(context, input.labelIds))
    return { labelable }
  },

  clearLabelsFromLabelable(input: { labelableId: string }, context: Context) {
    const labelable = labelableIn(context, input.labelableId)
    clearLabels(context.store, labelable)
    return { labelable }
  },

  createLabel: (
    input: { repositoryId: string; name: string; color: string; description?: string | null },
    context: Context,
  ) => ({
    label: createLabel(context.store, node(context, input.repositoryId, "Repository"), input),
  }),

  updateLabel: (
    input: {
      id: string
      name?: string | null
      color?: string | null
      description?: string | null
    },
    context: Context,
  ) => ({
    label: updateLabel(context.store, node(context, input.id, "Label"), input),
  }),

  deleteLabel(input: { id: string }, context: Context) {
    deleteLabel(context.store, node(context, input.id, "Label"))
    return {}
  },

  addAssigneesToAssignable(
    input: { assignableId: string; assigneeIds: readonly string[]; agentAssignment?: object },
    context: Context,
  ) {
    // Nobody works on the issue in the sandbox, so the assignment is kept without its instructions.
    const assignable = node(context, input.assignableId, "Issue", "PullRequest")
    addAssignees(context.store, assignable, users(context, input.assigneeIds))
    return { assignable }
  },

  removeAssigneesFromAssignable(
    input: { assignableId: string; assigneeIds: readonly string[] },
    context: Context,
  ) {
    const assignable = node(context, input.assignableId, "Issue", "PullRequest")
    removeAssignees(context.store, assignable, users(context, input.assigneeIds))
    return { assignable }
  },

  updateSubscription(input: { subscribableId: string; state: Subscription }, context: Context) {
    const subscribable = node(context, input.subscribableId, "Issue", "PullRequest", "Repository")
    updateSubscription(context.store, subscribable, input.state)
    return { subscribable }
  },

  addStar(input: { starrableId: string }, context: Context) {
    return { starrable: star(context, input.starrableId, true) }
  },

  removeStar(input: { starrableId: string }, context: Context) {
    return { starrable: star(context, input.starrableId, false) }
  },
})

function star(context: Context, id: string, isStarred: boolean) {
  const { store } = context
  const starrable = node(context, id, "Repository", "Gist")
  if (starrable.kind === "Gist") setGistStarred(store, starrable, isStarred)
  else setStarred(store, starrable, isStarred)
  return starrable
}

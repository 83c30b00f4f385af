import {
  addPullRequestReview,
  addPullRequestReviewThread,
  addPullRequestReviewThreadReply,
  deletePullRequestReview,
  deletePullRequestReviewComment,
  dismissPullRequestReview,
  lineAtPosition,
  type NewThread,
  OutsideDiff,
  pendingReview,
  type ReviewEvent,
  setThreadResolved,
  submitPullRequestReview,
  threadComments,
  unprocessable,
  updatePullRequestReview,
  updatePullRequestReviewComment,
} from "../../state/index.js"
import { get } from "../../tables/index.js"
import { type Context, edgeOf } from "../field/index.js"
import { mutations, node } from "./mutation.js"

interface Target {
  pullRequestId?: string | null
  pullRequestReviewId?: string | null
}

/** A pull request, or a pending review of it. */
function target(context: Context, input: Target) {
  if (input.pullRequestReviewId) {
    return node(context, input.pullRequestReviewId, "PullRequestReview")
  }
  return node(context, input.pullRequestId ?? "", "PullRequest")
}

interface AddComment extends Target {
  body?: string | null
  path?: string | null
  position?: number | null
  inReplyTo?: string | null
}

export const reviewMutations = mutations({
  addPullRequestReview(
    input: {
      pullRequestId: string
      body?: string | null
      event?: ReviewEvent | null
      commitOID?: string | null
      comments?: readonly ({ body: string; path: string; position: number } | null)[] | null
      threads?: readonly (NewThread | null)[] | null
    },
    context: Context,
  ) {
    const { store } = context
    const pull = node(context, input.pullRequestId, "PullRequest")
    const comments = (input.comments ?? []).filter((comment) => comment !== null)
    const review = addPullRequestReview(store, pull, {
      body: input.body ?? null,
      event: input.event ?? null,
      commitOid: input.commitOID ?? null,
      threads: [
        ...comments.map((comment) => ({
          body: comment.body,
          path: comment.path,
          ...lineAtPosition(store, pull, comment.path, comment.position),
        })),
        ...(input.threads ?? []).filter((thread) => thread !== null),
      ],
    })
    return { pullRequestReview: review, reviewEdge: edgeOf(review) }
  },

  submitPullRequestReview(
    input: Target & { event: ReviewEvent; body?: string | null },
    context: Context,
  ) {
    const { store } = context
    const found = target(context, input)
    const review = found.kind === "PullRequest" ? pendingReview(store, found) : found
    if (!review) throw unprocessable("Could not find a pending review on this pull request")
    return {
      pullRequestReview: submitPullRequestReview(store, review, input.event, input.body),
    }
  },

  updatePullRequestReview: (
    input: { pullRequestReviewId: string; body: string },
    context: Context,
  ) => ({
    pullRequestReview: updatePullRequestReview(
      context.store,
      node(context, input.pullRequestReviewId, "PullRequestReview"),
      input.body,
    ),
  }),

  dismissPullRequestReview: (
    input: { pullRequestReviewId: string; message: string },
    context: Context,
  ) => ({
    pullRequestReview: dismissPullRequestReview(
      context.store,
      node(context, input.pullRequestReviewId, "PullRequestReview"),
      input.message,
    ),
  }),

  deletePullRequestReview: (input: { pullRequestReviewId: string }, context: Context) => ({
    pullRequestReview: deletePullRequestReview(
      context.store,
      node(context, input.pullRequestReviewId, "PullRequestReview"),
    ),
  }),

  addPullRequestReviewThread(input: Target & NewThread, context: Context) {
    try {
      return { thread: addPullRequestReviewThread(context.store, target(context, input), input) }
    } catch (error) {
      // GitHub reports no error for such a line.
      if (error instanceof OutsideDiff) return { thread: null }
      throw error
    }
  },

  addPullRequestReviewThreadReply(
    input: {
      pullRequestReviewThreadId: string
      pullRequestReviewId?: string | null
      body: string
    },
    context: Context,
  ) {
    const thread = node(context, input.pullRequestReviewThreadId, "PullRequestReviewThread")
    const review = input.pullRequestReviewId
      ? node(context, input.pullRequestReviewId, "PullRequestReview")
      : undefined
    return {
      comment: addPullRequestReviewThreadReply(context.store, thread, input.body, review),
    }
  },

  addPullRequestReviewComment(input: AddComment, context: Context) {
    const comment = addReviewComment(context, input)
    return { comment, commentEdge: comment && edgeOf(comment) }
  },

  updatePullRequestReviewComment: (
    input: { pullRequestReviewCommentId: string; body: string },
    context: Context,
  ) => ({
    pullRequestReviewComment: updatePullRequestReviewComment(
      context.store,
      node(context, input.pullRequestReviewCommentId, "PullRequestReviewComment"),
      input.body,
    ),
  }),

  deletePullRequestReviewComment(input: { id: string }, context: Context) {
    const comment = node(context, input.id, "PullRequestReviewComment")
    const review = deletePullRequestReviewComment(context.store, comment)
    // The comment is gone, so GitHub returns its review, or null if the review was deleted with it.
    return { pullRequestReview: review ?? null, pullRequestReviewComment: null }
  },

  resolveReviewThread: (input: { threadId: string }, context: Context) => ({
    thread: setThreadResolved(
      context.store,
      node(context, input.threadId, "PullRequestReviewThread"),
      true,
    ),
  }),

  unresolveReviewThread: (input: { threadId: string }, context: Context) => ({
    thread: setThreadResolved(
      context.store,
      node(context, input.threadId, "PullRequestReviewThread"),
      false,
    ),
  }),
})

/** The older mutation: a reply by comment id, or a comment at a position of the diff. */
function addReviewComment(context: Context, input: AddComment) {
  const { store } = context
  const body = input.body ?? ""
  if (input.inReplyTo) {
    const parent = node(context, input.inReplyTo, "PullRequestReviewComment")
    const thread = get(store, "reviewThreads", parent.threadId)
    return addPullRequestReviewThreadReply(store, thread, body)
  }
  const found = target(context, input)
  const pull =
    found.kind === "PullRequest" ? found : get(store, "pullRequests", found.pullRequestId)
  if (!input.path) throw unprocessable("Path can't be blank")
  const place = lineAtPosition(store, pull, input.path, input.position ?? 0)
  const thread = addPullRequestReviewThread(store, found, {
    path: input.path,
    body,
    ...place,
  })
  return threadComments(store, thread)[0]
}

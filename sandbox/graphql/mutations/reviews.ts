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
import { type Context, edgeOf } from "../field/index.js"
import { bodyIn, change, type Given, mutations, node, nodeIf, ofInput, ofRow } from "./mutation.js"

type Target = Given<"pullRequestId" | "pullRequestReviewId">

/** A pull request, or a pending review of it. */
const target = (context: Context, input: Target) =>
  nodeIf(context, input.pullRequestReviewId, "PullRequestReview") ??
  node(context, input.pullRequestId ?? "", "PullRequest")

type AddComment = Target & Given<"body" | "path" | "inReplyTo"> & Given<"position", number>

const REVIEW = { pullRequestReview: "PullRequestReview" } as const
const COMMENT = { pullRequestReviewComment: "PullRequestReviewComment" } as const
const THREAD = { thread: "PullRequestReviewThread" } as const

export const reviewMutations = mutations({
  ...ofRow(REVIEW, { deletePullRequestReview }),
  ...ofInput(REVIEW, bodyIn, { updatePullRequestReview }),
  ...ofInput(REVIEW, (input: { message: string }) => input.message, { dismissPullRequestReview }),
  ...ofInput(COMMENT, bodyIn, { updatePullRequestReviewComment }),
  ...ofRow(THREAD, { resolveReviewThread: setThreadResolved }, true),
  ...ofRow(THREAD, { unresolveReviewThread: setThreadResolved }, false),

  addPullRequestReview: change(
    { pullRequest: "PullRequest" },
    (store, { pullRequest }, input: NewReview) => {
      const comments = (input.comments ?? []).filter((comment) => comment !== null)
      const review = addPullRequestReview(store, pullRequest, {
        body: input.body ?? null,
        event: input.event ?? null,
        commitOid: input.commitOID ?? null,
        threads: [
          ...comments.map((comment) => ({
            body: comment.body,
            path: comment.path,
            ...lineAtPosition(store, pullRequest, comment.path, comment.position),
          })),
          ...(input.threads ?? []).filter((thread) => thread !== null),
        ],
      })
      return { pullRequestReview: review, reviewEdge: edgeOf(review) }
    },
  ),

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

  addPullRequestReviewThread(input: Target & NewThread, context: Context) {
    try {
      return { thread: addPullRequestReviewThread(context.store, target(context, input), input) }
    } catch (error) {
      // GitHub reports no error for such a line.
      if (error instanceof OutsideDiff) return { thread: null }
      throw error
    }
  },

  addPullRequestReviewThreadReply: change(
    { pullRequestReviewThread: "PullRequestReviewThread" },
    (
      store,
      { pullRequestReviewThread: thread },
      input: { body: string } & Given<"pullRequestReviewId">,
      context,
    ) => {
      const review = nodeIf(context, input.pullRequestReviewId, "PullRequestReview")
      return { comment: addPullRequestReviewThreadReply(store, thread, input.body, review) }
    },
  ),

  addPullRequestReviewComment(input: AddComment, context: Context) {
    const comment = addReviewComment(context, input)
    return { comment, commentEdge: comment && edgeOf(comment) }
  },

  // The comment is gone, so GitHub returns its review, or null if the review was deleted with it.
  deletePullRequestReviewComment: change(COMMENT, (store, { pullRequestReviewComment }) => ({
    pullRequestReview: deletePullRequestReviewComment(store, pullRequestReviewComment) ?? null,
    pullRequestReviewComment: null,
  })),
})

interface NewReview extends Given<"body" | "commitOID"> {
  event?: ReviewEvent | null
  comments?: readonly ({ body: string; path: string; position: number } | null)[] | null
  threads?: readonly (NewThread | null)[] | null
}

/** The older mutation: a reply by comment id, or a comment at a position of the diff. */
function addReviewComment(context: Context, input: AddComment) {
  const { store } = context
  const body = input.body ?? ""
  if (input.inReplyTo) {
    const parent = node(context, input.inReplyTo, "PullRequestReviewComment")
    const thread = store.get("reviewThreads", parent.threadId)
    return addPullRequestReviewThreadReply(store, thread, body)
  }
  const found = target(context, input)
  const pull = found.kind === "PullRequest" ? found : store.get("pullRequests", found.pullRequestId)
  if (!input.path) throw unprocessable("Path can't be blank")
  const place = lineAtPosition(store, pull, input.path, input.position ?? 0)
  const thread = addPullRequestReviewThread(store, found, { path: input.path, body, ...place })
  return threadComments(store, thread)[0]
}

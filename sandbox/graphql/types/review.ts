import {
  accountPermission,
  commitNode,
  isAtLeast,
  isAuthor,
  isVisible,
  repositoryOf,
  threadComments,
  threadPosition,
} from "../../state/index.js"
import type { PullRequest, Review, ReviewComment, ReviewThread } from "../../tables/index.js"
import {
  type Context,
  emptyConnection,
  type Fields,
  listById,
  type PageArgs,
} from "../field/index.js"
import { reactableFields } from "./reactable.js"
import { may, minimizableFields, writtenFields } from "./written.js"

export const pullRequestReviewFields: Fields<Review> = {
  ...writtenFields,
  ...minimizableFields,
  ...reactableFields,
  onBehalfOf: emptyConnection,
  authorCanPushToRepository: (review, _, { store }) => {
    const author = store.find("accounts", review.authorId)
    const repository = repositoryOf(store, review)
    return (
      !!author && !!repository && isAtLeast(accountPermission(store, author, repository), "WRITE")
    )
  },
  comments: listById((review, { store }) => store.rowsBy("reviewComments", "review", review.id)),
  commit: (review, _, context) =>
    commitNode(pullOf(context, review).repositoryId, review.commitOid),
  // Only an unsubmitted review can be deleted.
  viewerCanDelete: (review, _, { viewer }) =>
    review.state === "PENDING" && isAuthor(viewer, review),
}

export const pullRequestReviewThreadFields: Fields<ReviewThread> = {
  isCollapsed: (thread) => thread.isResolved,
  isOutdated: (thread, _, { store }) => threadPosition(store, thread).isOutdated,
  line: (thread, _, { store }) => threadPosition(store, thread).line,
  startLine: (thread, _, { store }) => threadPosition(store, thread).startLine,
  comments: listById((thread, { store }, args: PageArgs & { skip?: number | null }) =>
    threadComments(store, thread)
      .filter((comment) => isVisible(store, comment))
      .slice(args.skip ?? 0),
  ),
  repository: (thread, _, { store }) => repositoryOf(store, thread),
  viewerCanReply: (thread, _, context) => mayReply(context, thread),
  viewerCanResolve: (thread, _, context) => !thread.isResolved && mayResolve(context, thread),
  viewerCanUnresolve: (thread, _, context) => thread.isResolved && mayResolve(context, thread),
}

export const pullRequestReviewCommentFields: Fields<ReviewComment> = {
  ...writtenFields,
  ...minimizableFields,
  ...reactableFields,
  state: (comment, _, { store }) =>
    store.get("reviews", comment.reviewId).state === "PENDING" ? "PENDING" : "SUBMITTED",
  draftedAt: (comment) => comment.createdAt,
  path: (comment, _, context) => threadOf(context, comment).path,
  subjectType: (comment, _, context) => threadOf(context, comment).subjectType,
  line: (comment, _, context) => threadPosition(context.store, threadOf(context, comment)).line,
  startLine: (comment, _, context) =>
    threadPosition(context.store, threadOf(context, comment)).startLine,
  originalLine: (comment, _, context) => threadOf(context, comment).originalLine,
  originalStartLine: (comment, _, context) => threadOf(context, comment).originalStartLine,
  outdated: (comment, _, context) =>
    threadPosition(context.store, threadOf(context, comment)).isOutdated,
  position: (comment, _, context) =>
    threadPosition(context.store, threadOf(context, comment)).isOutdated ? null : comment.position,
  originalPosition: (comment) => comment.position,
  commit: commitOfComment,
  originalCommit: commitOfComment,
  pullRequest: (comment, _, context) => pullOf(context, threadOf(context, comment)),
  pullRequestReview: (comment, _, { store }) => store.get("reviews", comment.reviewId),
}

function commitOfComment(comment: ReviewComment, _: object, context: Context) {
  const pull = pullOf(context, threadOf(context, comment))
  return commitNode(pull.repositoryId, comment.commitOid)
}

const threadOf = ({ store }: Context, comment: ReviewComment): ReviewThread =>
  store.get("reviewThreads", comment.threadId)

const pullOf = ({ store }: Context, row: { pullRequestId: number }): PullRequest =>
  store.get("pullRequests", row.pullRequestId)

const mayReply = (context: Context, thread: ReviewThread): boolean =>
  may(context, thread, "WRITE", !pullOf(context, thread).locked)

const mayResolve = (context: Context, thread: ReviewThread): boolean =>
  may(context, thread, "WRITE", isAuthor(context.viewer, pullOf(context, thread)))

import { Type } from "typebox"
import { ok } from "../../http/index.js"
import {
  addPullRequestReviewThreadReply,
  addSingleReviewComment,
  deletePullRequestReviewComment,
  objectByOid,
  requireNoDraft,
  updatePullRequestReviewComment,
} from "../../state/index.js"
import type { PullRequest, Repository, ReviewComment } from "../../tables/index.js"
import {
  invalid,
  maybe,
  missing,
  type RestRequest,
  routesOf,
  sorted,
  texts,
} from "../route/index.js"
import { reviewCommentShape } from "../shapes/index.js"
import { place, threadOf } from "./reviews.js"

const text = Type.Object({ body: Type.String() })

const newComment = Type.Object({
  body: Type.String(),
  ...texts("commit_id", "path"),
  ...place,
  in_reply_to: maybe(Type.Integer()),
})

const RESOURCE = "PullRequestReviewComment"

export const reviewCommentRoutes = routesOf({
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments": (request) => {
    const pull = request.pull()
    return list(request, (one) => one.id === pull.id)
  },

  "GET /repos/{owner}/{repo}/pulls/comments": (request) => {
    const repository: Repository = request.repository()
    return list(request, (pull) => pull.repositoryId === repository.id)
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments": (request) => {
    const pull = request.pull()
    const body = request.read(RESOURCE, newComment)
    const { path } = body
    if (body.in_reply_to)
      return request.created(
        reviewCommentShape(request, reply(request, pull, body.in_reply_to, body.body)),
      )
    if (!path) throw invalid(RESOURCE, "path", "missing_field")
    if (!body.commit_id) throw invalid(RESOURCE, "commit_id", "missing_field")
    const commit = objectByOid(request.store, request.repository(), body.commit_id)
    if (commit?.kind !== "Commit") throw invalid(RESOURCE, "commit_id")
    const thread = threadOf(request, pull, { ...body, path })
    return request.created(
      reviewCommentShape(request, addSingleReviewComment(request.store, pull, thread)),
    )
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies": (request) => {
    const pull = request.pull()
    const { body } = request.read(RESOURCE, text)
    return request.created(
      reviewCommentShape(request, reply(request, pull, request.number("comment_id"), body)),
    )
  },

  "GET /repos/{owner}/{repo}/pulls/comments/{comment_id}": (request) =>
    ok(reviewCommentShape(request, request.row("reviewComments", "comment_id"))),

  "PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}": (request) => {
    const comment = request.row("reviewComments", "comment_id")
    const { body } = request.read(RESOURCE, text)
    updatePullRequestReviewComment(request.store, comment, body)
    return ok(reviewCommentShape(request, comment))
  },

  "DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}": (request) => {
    const comment = request.row("reviewComments", "comment_id")
    deletePullRequestReviewComment(request.store, comment)
  },
})

/** Comments of submitted reviews. The comments of a pending review are only listed under the review. */
function list(request: RestRequest, isWanted: (pull: PullRequest) => boolean) {
  const { store } = request
  const sort = request.choice(RESOURCE, "sort", "created", "updated", "created_at")
  const direction = request.choice(RESOURCE, "direction", "asc", "desc")
  const rows = store
    .where(
      "reviewComments",
      (comment) =>
        store.get("reviews", comment.reviewId).state !== "PENDING" &&
        isWanted(
          store.get("pullRequests", store.get("reviewThreads", comment.threadId).pullRequestId),
        ),
    )
    .filter(request.isSince(RESOURCE))
  const key = (row: ReviewComment) => (sort === "updated" ? row.updatedAt : row.createdAt)
  return request.page(sorted(rows, key, direction), reviewCommentShape)
}

function reply({ store }: RestRequest, pull: PullRequest, id: number, body: string): ReviewComment {
  const parent = store.find("reviewComments", id)
  const thread = parent && store.get("reviewThreads", parent.threadId)
  if (!parent || thread?.pullRequestId !== pull.id) throw missing()
  // Only the first comment of a thread can be replied to.
  if (parent.replyToId !== null) throw invalid(RESOURCE, "in_reply_to")
  requireNoDraft(store, pull)
  return addPullRequestReviewThreadReply(store, thread, body)
}

import { type Static, Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  addPullRequestReview,
  addPullRequestReviewThreadReply,
  addSingleReviewComment,
  deletePullRequestReview,
  deletePullRequestReviewComment,
  dismissPullRequestReview,
  isVisible,
  lineAtPosition,
  type NewThread,
  objectByOid,
  requestReviews,
  requireNoDraft,
  reviewsOf,
  submitPullRequestReview,
  updatePullRequestReview,
  updatePullRequestReviewComment,
} from "../../state/index.js"
import {
  type PullRequest,
  type Repository,
  type Review,
  type ReviewComment,
  sameName,
} from "../../tables/index.js"
import {
  accountsOf,
  integers,
  invalid,
  maybe,
  missing,
  type RestRequest,
  routesOf,
  sorted,
  texts,
} from "../route/index.js"
import {
  pullShape,
  requestedReviewers,
  reviewCommentShape,
  reviewShape,
  usersById,
} from "../shapes/index.js"

const event = Type.Enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"])
const side = Type.Enum(["LEFT", "RIGHT"])

/** Where a comment is in the diff. */
export const place = {
  ...integers("position", "line"),
  side: maybe(side),
  start_line: maybe(Type.Integer()),
  start_side: maybe(side),
  subject_type: maybe(Type.Enum(["line", "file"])),
}

const comment = Type.Object({ path: Type.String(), body: Type.String(), ...place })

const newReview = Type.Object({
  ...texts("commit_id", "body"),
  event: maybe(event),
  comments: maybe(Type.Array(comment)),
})

const REVIEWS = "/repos/{owner}/{repo}/pulls/{pull_number}/reviews"

export const reviewRoutes = routesOf({
  [`GET ${REVIEWS}`]: (request) => {
    const { store } = request
    const reviews = reviewsOf(store, request.pull()).filter((one) => isVisible(store, one))
    return request.page(reviews, reviewShape)
  },

  [`POST ${REVIEWS}`]: (request) => {
    const pull = request.pull()
    const body = request.read("PullRequestReview", newReview)
    const review = addPullRequestReview(request.store, pull, {
      body: body.body ?? null,
      event: body.event ?? null,
      commitOid: body.commit_id ?? null,
      threads: (body.comments ?? []).map((one) => threadOf(request, pull, one)),
    })
    return ok(reviewShape(request, review))
  },

  [`GET ${REVIEWS}/{review_id}`]: (request) => ok(reviewShape(request, reviewIn(request))),

  [`PUT ${REVIEWS}/{review_id}`]: (request) => {
    const review = reviewIn(request)
    const { body } = request.read("PullRequestReview", Type.Object({ body: Type.String() }))
    return ok(reviewShape(request, updatePullRequestReview(request.store, review, body)))
  },

  [`DELETE ${REVIEWS}/{review_id}`]: (request) => {
    const review = reviewIn(request)
    const shape = reviewShape(request, review)
    deletePullRequestReview(request.store, review)
    return ok(shape)
  },

  [`POST ${REVIEWS}/{review_id}/events`]: (request) => {
    const review = reviewIn(request)
    const schema = Type.Object({ event, body: maybe(Type.String()) })
    const body = request.read("PullRequestReview", schema)
    submitPullRequestReview(request.store, review, body.event, body.body)
    return ok(reviewShape(request, review))
  },

  [`PUT ${REVIEWS}/{review_id}/dismissals`]: (request) => {
    const review = reviewIn(request)
    const schema = Type.Object({ message: Type.String(), event: maybe(Type.Enum(["DISMISS"])) })
    const { message } = request.read("PullRequestReview", schema)
    dismissPullRequestReview(request.store, review, message)
    return ok(reviewShape(request, review))
  },

  [`GET ${REVIEWS}/{review_id}/comments`]: (request) => {
    const review = reviewIn(request)
    const comments = request.store.rowsBy("reviewComments", "review", review.id)
    return request.page(comments, reviewCommentShape)
  },
})

function reviewIn(request: RestRequest): Review {
  const review = request.row("reviews", "review_id")
  if (review.pullRequestId !== request.pull().id) throw missing()
  return review
}

/** The place of a comment: by line, or by the former position in the diff. */
export function threadOf(
  { store }: RestRequest,
  pull: PullRequest,
  one: Static<typeof comment>,
): NewThread {
  const { path, body, position } = one
  if (typeof position === "number") {
    return { path, body, ...lineAtPosition(store, pull, path, position) }
  }
  return {
    path,
    body,
    line: one.line ?? null,
    side: one.side ?? null,
    startLine: one.start_line ?? null,
    startSide: one.start_side ?? null,
    subjectType: one.subject_type === "file" ? "FILE" : "LINE",
  }
}

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

const reviewers = Type.Object({
  reviewers: Type.Optional(Type.Array(Type.String())),
  team_reviewers: Type.Optional(Type.Array(Type.String())),
})

export const reviewRequestRoutes = routesOf({
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": (request) =>
    ok({ users: usersById(request, requestedReviewers(request, request.pull())), teams: [] }),

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": (request) => {
    const pull = request.pull()
    const asked = accountsOf(request, reviewersIn(request), "PullRequest", "reviewers")
    requestReviews(request.store, pull, asked, true)
    return answer(201, pullShape(request, pull))
  },

  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": (request) => {
    const { store } = request
    const pull = request.pull()
    const gone = reviewersIn(request)
    const left = requestedReviewers(request, pull)
      .map((id) => store.get("accounts", id))
      .filter((account) => !gone.some((login) => sameName(login, account.login)))
    requestReviews(store, pull, left, false)
    return ok(pullShape(request, pull))
  },
})

function reviewersIn(request: RestRequest): string[] {
  const body = request.read("PullRequest", reviewers)
  // The sandbox has no teams.
  if (body.team_reviewers?.length) throw invalid("PullRequest", "team_reviewers")
  return body.reviewers ?? []
}

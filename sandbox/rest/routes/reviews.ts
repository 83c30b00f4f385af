import { type Static, Type } from "typebox"
import { ok } from "../../http/index.js"
import {
  addPullRequestReview,
  deletePullRequestReview,
  dismissPullRequestReview,
  isVisible,
  lineAtPosition,
  type NewThread,
  reviewsOf,
  submitPullRequestReview,
  updatePullRequestReview,
} from "../../state/index.js"
import type { PullRequest, Review } from "../../tables/index.js"
import { integers, maybe, missing, type RestRequest, routesOf, texts } from "../route/index.js"
import { reviewCommentShape, reviewShape } from "../shapes/index.js"

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

import { authorAssociation, isGhost, threadPosition, webUrl } from "../../state/index.js"
import type { PullRequest, Review, ReviewComment } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, repositoryUrl, times } from "./common.js"
import { reactionRollup } from "./reactions.js"
import { userById } from "./user.js"

export function reviewShape(view: View, review: Review) {
  const { store } = view
  const pullUrl = urlOf(view, store.get("pullRequests", review.pullRequestId))
  const page = webUrl(store, review)
  return {
    ...ids(review),
    user: reviewerOf(view, review),
    body: review.body,
    state: review.state,
    html_url: page,
    pull_request_url: pullUrl,
    author_association: authorAssociation(store, review),
    _links: { html: { href: page }, pull_request: { href: pullUrl } },
    ...(review.submittedAt !== null && { submitted_at: review.submittedAt }),
    commit_id: review.commitOid,
  }
}

export function reviewCommentShape(view: View, comment: ReviewComment) {
  const { store } = view
  const thread = store.get("reviewThreads", comment.threadId)
  const pull = store.get("pullRequests", thread.pullRequestId)
  const pullUrl = urlOf(view, pull)
  const base = repositoryUrl(view, store.get("repositories", pull.repositoryId))
  const url = `${base}/pulls/comments/${comment.id}`
  const page = webUrl(store, comment)
  const { line, startLine, isOutdated } = threadPosition(store, thread)
  return {
    url,
    pull_request_review_id: comment.reviewId,
    ...ids(comment),
    diff_hunk: comment.diffHunk,
    path: thread.path,
    commit_id: isOutdated ? comment.commitOid : pull.headRefOid,
    original_commit_id: comment.commitOid,
    user: reviewerOf(view, comment),
    body: comment.body,
    ...times(comment),
    html_url: page,
    pull_request_url: pullUrl,
    author_association: authorAssociation(store, comment),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pullUrl } },
    reactions: reactionRollup(view, comment, url),
    ...(comment.replyToId !== null && { in_reply_to_id: comment.replyToId }),
    subject_type: thread.subjectType.toLowerCase(),
    ...(thread.subjectType === "LINE" && {
      start_line: startLine,
      original_start_line: thread.originalStartLine,
      start_side: thread.startDiffSide,
      line,
      original_line: thread.originalLine,
      side: thread.diffSide,
    }),
    position: isOutdated ? null : comment.position,
    original_position: comment.position,
  }
}

const reviewerOf = (view: View, { authorId }: Review | ReviewComment) =>
  isGhost(view.store.find("accounts", authorId)) ? null : userById(view, authorId)

const urlOf = (view: View, pull: PullRequest): string =>
  `${repositoryUrl(view, view.store.get("repositories", pull.repositoryId))}/pulls/${pull.number}`

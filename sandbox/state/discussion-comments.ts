/** Comments of discussions, their replies, and the comment that is chosen as the answer. */

import type { Discussion, DiscussionComment, Store } from "../tables/index.js"
import { authorizeEdit, dropReactions } from "./comments.js"
import { Refusal, unprocessable } from "./errors.js"
import { authorize, has, isAuthor } from "./permissions.js"
import type { Session } from "./session.js"
import { checkFilledBody, editBody, newText } from "./text.js"

/** The comments of the top level, oldest first. */
export const topCommentsOf = (store: Store, discussion: Discussion): DiscussionComment[] =>
  commentsOf(store, discussion).filter(({ replyToId }) => replyToId === null)

export const repliesOf = (store: Store, comment: DiscussionComment): DiscussionComment[] =>
  store.rowsBy("discussionComments", "replyTo", comment.id)

const commentsOf = (store: Store, discussion: Discussion): DiscussionComment[] =>
  store.rowsBy("discussionComments", "discussion", discussion.id)

export function addDiscussionComment(
  store: Session,
  discussion: Discussion,
  body: string,
  replyTo?: DiscussionComment,
): DiscussionComment {
  const repository = authorize(store, discussion, "discussions", "READ")
  if (discussion.locked && !has(store, repository, "WRITE", "discussions")) {
    throw new Refusal("FORBIDDEN", "Unable to create comment because discussion is locked.")
  }
  if (replyTo && replyTo.discussionId !== discussion.id) {
    throw unprocessable("Parent comment belongs to another discussion")
  }
  if (replyTo && replyTo.replyToId !== null) {
    throw unprocessable("Parent comment is already in a thread, cannot reply to it")
  }
  checkFilledBody(body, "DiscussionComment")
  const comment = store.insert("discussionComments", {
    ...newText(store, body),
    discussionId: discussion.id,
    replyToId: replyTo?.id ?? null,
    upvoterIds: [store.viewer.account.id],
  })
  store.update(discussion, { updatedAt: comment.createdAt })
  return store.recordApplied("addDiscussionComment", comment)
}

export function updateDiscussionComment(
  store: Session,
  comment: DiscussionComment,
  body: string,
): void {
  authorizeEdit(store, comment)
  const text = checkFilledBody(body, "DiscussionComment")
  if (editBody(store, comment, text)) touch(store, comment)
  store.recordApplied("updateDiscussionComment", comment)
}

/** A comment with replies stays, without its text. */
export function deleteDiscussionComment(store: Session, comment: DiscussionComment): void {
  authorizeEdit(store, comment)
  const now = store.clock.tick()
  const discussion = store.get("discussions", comment.discussionId)
  if (isAnswer(discussion, comment)) store.update(discussion, { answer: null })
  dropReactions(store, comment)
  if (repliesOf(store, comment).length > 0) {
    store.update(comment, { deletedAt: now, body: "", authorId: null, edits: [], upvoterIds: [] })
  } else {
    store.remove(comment)
    removeEmptyParent(store, comment)
  }
  store.recordApplied("deleteDiscussionComment", comment)
}

/** A deleted comment is removed together with its last reply. */
function removeEmptyParent(store: Store, { replyToId }: DiscussionComment): void {
  if (replyToId === null) return
  const parent = store.get("discussionComments", replyToId)
  if (parent.deletedAt !== null && repliesOf(store, parent).length === 0) store.remove(parent)
}

export function markAnswer(store: Session, comment: DiscussionComment): Discussion {
  const discussion = authorizeAnswer(store, comment)
  if (!store.get("discussionCategories", discussion.categoryId).isAnswerable) {
    throw unprocessable("Discussion category does not support answers")
  }
  if (comment.minimizedReason !== null || comment.deletedAt !== null) {
    throw unprocessable("A hidden comment cannot be marked as the answer")
  }
  if (!isAnswer(discussion, comment)) {
    const chosenAt = store.clock.tick()
    const answer = { commentId: comment.id, chosenById: store.viewer.account.id, chosenAt }
    store.update(discussion, { answer, updatedAt: chosenAt })
  }
  store.recordApplied("markDiscussionCommentAsAnswer", comment)
  return discussion
}

export function unmarkAnswer(store: Session, comment: DiscussionComment): Discussion {
  const discussion = authorizeAnswer(store, comment)
  if (isAnswer(discussion, comment)) store.edit(discussion, { answer: null })
  store.recordApplied("unmarkDiscussionCommentAsAnswer", comment)
  return discussion
}

export const isAnswer = (discussion: Discussion, comment: DiscussionComment): boolean =>
  discussion.answer?.commentId === comment.id

/** The author of the discussion, and accounts with triage permission. */
function authorizeAnswer(store: Session, comment: DiscussionComment): Discussion {
  const discussion = store.get("discussions", comment.discussionId)
  authorize(store, discussion, "discussions", "TRIAGE", isAuthor(store.viewer, discussion))
  return discussion
}

export function setUpvoted(
  store: Session,
  row: Discussion | DiscussionComment,
  isUpvoted: boolean,
): void {
  const { repositoryId } =
    row.kind === "Discussion" ? row : store.get("discussions", row.discussionId)
  authorize(store, store.get("repositories", repositoryId), "discussions", "READ")
  const { id } = store.viewer.account
  if (row.upvoterIds.includes(id) !== isUpvoted) {
    store.clock.tick()
    const others = row.upvoterIds.filter((one) => one !== id)
    store.update(row, { upvoterIds: isUpvoted ? [...others, id] : others })
  }
  store.recordApplied(isUpvoted ? "addUpvote" : "removeUpvote", row)
}

export function removeComments(store: Store, discussion: Discussion): void {
  for (const comment of commentsOf(store, discussion)) {
    dropReactions(store, comment)
    store.remove(comment)
  }
}

function touch(store: Store, comment: DiscussionComment): void {
  const discussion = store.get("discussions", comment.discussionId)
  store.update(discussion, { updatedAt: comment.updatedAt })
}

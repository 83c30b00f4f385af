import {
  addDiscussionComment,
  closeDiscussion,
  createDiscussion,
  deleteDiscussion,
  deleteDiscussionComment,
  markAnswer,
  reopenDiscussion,
  setUpvoted,
  unmarkAnswer,
  updateDiscussion,
  updateDiscussionComment,
} from "../../state/index.js"
import type { DiscussionReason } from "../../tables/index.js"
import type { Context } from "../field/index.js"
import { mutations, node } from "./mutation.js"

const discussionIn = (context: Context, id: string) => node(context, id, "Discussion")

const commentIn = (context: Context, id: string) => node(context, id, "DiscussionComment")

const votable = (context: Context, id: string) =>
  node(context, id, "Discussion", "DiscussionComment")

export const discussionMutations = mutations({
  createDiscussion(
    input: { repositoryId: string; categoryId: string; title: string; body: string },
    context: Context,
  ) {
    const repository = node(context, input.repositoryId, "Repository")
    const category = node(context, input.categoryId, "DiscussionCategory")
    const { title, body } = input
    const discussion = createDiscussion(context.store, repository, { category, title, body })
    return { discussion }
  },

  updateDiscussion(
    input: {
      discussionId: string
      title?: string | null
      body?: string | null
      categoryId?: string | null
    },
    context: Context,
  ) {
    const discussion = discussionIn(context, input.discussionId)
    const { title, body, categoryId } = input
    updateDiscussion(context.store, discussion, {
      ...(title !== undefined && { title }),
      ...(body !== undefined && { body }),
      ...(categoryId && { category: node(context, categoryId, "DiscussionCategory") }),
    })
    return { discussion }
  },

  closeDiscussion(input: { discussionId: string; reason: DiscussionReason }, context: Context) {
    const discussion = discussionIn(context, input.discussionId)
    closeDiscussion(context.store, discussion, input.reason)
    return { discussion }
  },

  reopenDiscussion(input: { discussionId: string }, context: Context) {
    const discussion = discussionIn(context, input.discussionId)
    reopenDiscussion(context.store, discussion)
    return { discussion }
  },

  deleteDiscussion(input: { id: string }, context: Context) {
    const discussion = discussionIn(context, input.id)
    deleteDiscussion(context.store, discussion)
    return { discussion }
  },

  addDiscussionComment(
    input: { discussionId: string; body: string; replyToId?: string | null },
    context: Context,
  ) {
    const discussion = discussionIn(context, input.discussionId)
    const replyTo = input.replyToId ? commentIn(context, input.replyToId) : undefined
    return { comment: addDiscussionComment(context.store, discussion, input.body, replyTo) }
  },

  updateDiscussionComment(input: { commentId: string; body: string }, context: Context) {
    const comment = commentIn(context, input.commentId)
    updateDiscussionComment(context.store, comment, input.body)
    return { comment }
  },

  deleteDiscussionComment(input: { id: string }, context: Context) {
    const comment = commentIn(context, input.id)
    deleteDiscussionComment(context.store, comment)
    return { comment }
  },

  markDiscussionCommentAsAnswer: (input: { id: string }, context: Context) => ({
    discussion: markAnswer(context.store, commentIn(context, input.id)),
  }),

  unmarkDiscussionCommentAsAnswer: (input: { id: string }, context: Context) => ({
    discussion: unmarkAnswer(context.store, commentIn(context, input.id)),
  }),

  addUpvote(input: { subjectId: string }, context: Context) {
    const subject = votable(context, input.subjectId)
    setUpvoted(context.store, subject, true)
    return { subject }
  },

  removeUpvote(input: { subjectId: string }, context: Context) {
    const subject = votable(context, input.subjectId)
    setUpvoted(context.store, subject, false)
    return { subject }
  },
})

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
import { change, type Given, mutations, nodeIf } from "./mutation.js"

const DISCUSSION = { discussion: "Discussion" } as const
const COMMENT = { comment: "DiscussionComment" } as const
const VOTABLE = { subject: ["Discussion", "DiscussionComment"] } as const

export const discussionMutations = mutations({
  createDiscussion: change(
    { repository: "Repository", category: "DiscussionCategory" },
    (store, { repository, category }, { title, body }: { title: string; body: string }) => ({
      discussion: createDiscussion(store, repository, { category, title, body }),
    }),
  ),

  updateDiscussion: change(
    DISCUSSION,
    (
      store,
      { discussion },
      { title, body, categoryId }: Given<"title" | "body" | "categoryId">,
      context,
    ) => {
      const category = nodeIf(context, categoryId, "DiscussionCategory")
      updateDiscussion(store, discussion, {
        ...(title !== undefined && { title }),
        ...(body !== undefined && { body }),
        ...(category && { category }),
      })
    },
  ),

  closeDiscussion: change(
    DISCUSSION,
    (store, { discussion }, input: { reason: DiscussionReason }) =>
      closeDiscussion(store, discussion, input.reason),
  ),

  reopenDiscussion: change(DISCUSSION, (store, { discussion }) =>
    reopenDiscussion(store, discussion),
  ),

  deleteDiscussion: change(DISCUSSION, (store, { discussion }) =>
    deleteDiscussion(store, discussion),
  ),

  addDiscussionComment: change(
    DISCUSSION,
    (store, { discussion }, input: { body: string } & Given<"replyToId">, context) => {
      const replyTo = nodeIf(context, input.replyToId, "DiscussionComment")
      return { comment: addDiscussionComment(store, discussion, input.body, replyTo) }
    },
  ),

  updateDiscussionComment: change(COMMENT, (store, { comment }, input: { body: string }) =>
    updateDiscussionComment(store, comment, input.body),
  ),

  deleteDiscussionComment: change(COMMENT, (store, { comment }) =>
    deleteDiscussionComment(store, comment),
  ),

  markDiscussionCommentAsAnswer: change(COMMENT, (store, { comment }) => ({
    discussion: markAnswer(store, comment),
  })),

  unmarkDiscussionCommentAsAnswer: change(COMMENT, (store, { comment }) => ({
    discussion: unmarkAnswer(store, comment),
  })),

  addUpvote: change(VOTABLE, (store, { subject }) => setUpvoted(store, subject, true)),

  removeUpvote: change(VOTABLE, (store, { subject }) => setUpvoted(store, subject, false)),
})

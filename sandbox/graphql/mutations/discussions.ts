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
import { type DiscussionReason, given } from "../../tables/index.js"
import { change, type Given, mutations, nodeIf, ofRow } from "./mutation.js"

const DISCUSSION = { discussion: "Discussion" } as const
const COMMENT = { comment: "DiscussionComment" } as const
const VOTABLE = { subject: ["Discussion", "DiscussionComment"] } as const

export const discussionMutations = mutations({
  ...ofRow(DISCUSSION, { reopenDiscussion, deleteDiscussion }),
  ...ofRow(COMMENT, { deleteDiscussionComment }),
  ...ofRow(VOTABLE, { addUpvote: setUpvoted }, true),
  ...ofRow(VOTABLE, { removeUpvote: setUpvoted }, false),

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
      updateDiscussion(store, discussion, {
        ...given({ title, body, category: nodeIf(context, categoryId, "DiscussionCategory") }),
      })
    },
  ),

  closeDiscussion: change(
    DISCUSSION,
    (store, { discussion }, input: { reason: DiscussionReason }) =>
      closeDiscussion(store, discussion, input.reason),
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

  markDiscussionCommentAsAnswer: change(COMMENT, (store, { comment }) => ({
    discussion: markAnswer(store, comment),
  })),

  unmarkDiscussionCommentAsAnswer: change(COMMENT, (store, { comment }) => ({
    discussion: unmarkAnswer(store, comment),
  })),
})

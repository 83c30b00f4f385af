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
import { bodyIn, change, type Given, mutations, nodeIf, ofInput, ofRow } from "./mutation.js"

const DISCUSSION = { discussion: "Discussion" } as const
const COMMENT = { comment: "DiscussionComment" } as const
const VOTABLE = { subject: ["Discussion", "DiscussionComment"] } as const

export const discussionMutations = mutations({
  ...ofRow(DISCUSSION, { reopenDiscussion, deleteDiscussion }),
  ...ofRow(COMMENT, {
    deleteDiscussionComment,
    markDiscussionCommentAsAnswer: markAnswer,
    unmarkDiscussionCommentAsAnswer: unmarkAnswer,
  }),
  ...ofInput(COMMENT, bodyIn, { updateDiscussionComment }),
  ...ofInput(DISCUSSION, (input: { reason: DiscussionReason }) => input.reason, {
    closeDiscussion,
  }),
  ...ofRow(VOTABLE, { addUpvote: setUpvoted }, true),
  ...ofRow(VOTABLE, { removeUpvote: setUpvoted }, false),

  createDiscussion: change(
    { repository: "Repository", category: "DiscussionCategory" },
    (store, { repository, category }, { title, body }: { title: string; body: string }) =>
      createDiscussion(store, repository, { category, title, body }),
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

  addDiscussionComment: change(
    DISCUSSION,
    (store, { discussion }, input: { body: string } & Given<"replyToId">, context) => {
      const replyTo = nodeIf(context, input.replyToId, "DiscussionComment")
      return { comment: addDiscussionComment(store, discussion, input.body, replyTo) }
    },
  ),
})

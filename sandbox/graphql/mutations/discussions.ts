import { createDiscussion } from "../../state/index.js"
import type { Context } from "../field/index.js"
import { mutations, node } from "./mutation.js"

export const discussionMutations = mutations({
  createDiscussion(
    input: { repositoryId: string; categoryId: string; title: string; body: string },
    context: Context,
  ) {
    const repository = node(context, input.repositoryId, "Repository")
    const category = node(context, input.categoryId, "DiscussionCategory")
    const { title, body } = input
    const { store, viewer } = context
    const discussion = createDiscussion(store, viewer, repository, { category, title, body })
    return { discussion }
  },
})

/** The rows of discussions. */

import * as t from "./columns.js"
import { written } from "./issue-rows.js"

export const discussionTables = {
  /** A repository has discussions if it has a category. */
  discussionCategories: {
    ...t.node({ DiscussionCategory: "DIC" }),
    repositoryId: t.id("repositories"),
    name: t.text,
    /** `:pray:` */
    emoji: t.text,
    description: t.nullable(t.text),
    isAnswerable: t.flag,
    createdAt: t.time,
  },
  discussions: {
    ...written,
    ...t.node({ Discussion: "D" }),
    repositoryId: t.id("repositories"),
    /** Discussions share one sequence of numbers with issues and pull requests. */
    number: t.number,
    title: t.text,
    categoryId: t.id("discussionCategories"),
    labelIds: t.ids("labels"),
    closedAt: t.nullable(t.time),
    stateReason: t.nullable(t.oneOf<DiscussionReason>()),
    locked: t.flag,
    answer: t.nullable(t.object<Answer>()),
    upvoterIds: t.ids("accounts"),
  },
  discussionComments: {
    ...written,
    ...t.node({ DiscussionComment: "DC" }),
    discussionId: t.id("discussions"),
    /** Null for a comment of the top level; replies have no replies. */
    replyToId: t.nullable(t.id("discussionComments")),
    minimizedReason: t.nullable(t.text),
    /** Set for a deleted comment that stays because it has replies. */
    deletedAt: t.nullable(t.time),
    upvoterIds: t.ids("accounts"),
  },
}

export interface DiscussionCategory extends t.Row<typeof discussionTables.discussionCategories> {}
export interface Discussion extends t.Row<typeof discussionTables.discussions> {}
export interface DiscussionComment extends t.Row<typeof discussionTables.discussionComments> {}

export type DiscussionReason = "DUPLICATE" | "OUTDATED" | "RESOLVED" | "REOPENED"

/** The comment that was chosen as an answer. */
export interface Answer {
  readonly commentId: number
  readonly chosenById: number
  readonly chosenAt: string
}

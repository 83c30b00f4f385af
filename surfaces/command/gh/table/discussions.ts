/** `gh discussion`, which newer versions of gh have. */
import { discussionComments, discussionView, itemsOf, type Printed } from "../print/index.js"
import { account, reactionGroup, settingOf } from "./conversations.js"
import { listing, membersOf } from "./listed.js"
import {
  address,
  type Commands,
  type ComputedFields,
  type Flag,
  type ListedFields,
  type Members,
  nothing,
  on,
} from "./step.js"

const columns: Printed = [
  "number",
  "state",
  "title",
  "category",
  "labels",
  ({ is_answered }) => (is_answered ? "answered" : ""),
  "updated_at",
]

// Names of newer versions of gh.
const computed: ComputedFields = {
  answered: { from: ["is_answered"], value: ({ is_answered }) => is_answered === true },
  closed: { from: ["state"], value: ({ state }) => state !== "OPEN" },
  category: { from: ["category"], value: ({ category }) => ({ name: category }) },
  reactionGroups: {
    from: ["reactions"],
    members: ["users", "totalCount"],
    value: ({ reactions }) => itemsOf(reactions).map((one) => membersOf(reactionGroup, one)),
  },
  answer: {
    from: ["answer"],
    value: ({ answer }) => (answer ? membersOf(written, Object(answer)) : null),
  },
}

const category: Readonly<Record<string, Flag>> = { category: { short: "c", input: "category" } }

const comments: Flag = { short: "c", ...on, help: "Print the comments, with their replies." }

const written: Members = {
  id: "id",
  author: account("author", String).value,
  body: "body",
  isAnswer: "is_answer",
  createdAt: "created_at",
  url: "url",
}

const commentFields: ListedFields = {
  comments: {
    members: {
      ...written,
      repliesCount: "replies_count",
      replies: ({ replies }) => itemsOf(replies).map((one) => membersOf(written, one)),
    },
  },
}

const labeled = settingOf("discussion.create", "discussion_number")

export const discussions: Commands = {
  "discussion list": [{ id: "discussion.list", flags: category, prints: columns, computed }],
  "discussion view": [
    listing("discussion.comments.list", commentFields),
    { id: "discussion.view", without: ["comments"], prints: discussionView, computed },
    {
      id: "discussion.comments.list",
      given: ["comments"],
      all: true,
      flags: { comments },
      prints: discussionComments,
    },
  ],
  "discussion create": [
    { id: "discussion.create", flags: category, prints: address },
    labeled("discussion.labels.add", "label", { short: "l", input: "labels" }),
  ],
  "discussion answer mark": [{ id: "discussion.answer.mark", prints: address }],
  "discussion comment": [{ id: "discussion.comments.create", prints: address }],
  "discussion edit": [
    {
      id: "discussion.update",
      given: ["title", "body", "body-file", "category"],
      flags: category,
      prints: address,
    },
    {
      id: "discussion.labels.add",
      given: ["add-label"],
      flags: { "add-label": { input: "labels" } },
      prints: address,
    },
    {
      id: "discussion.labels.remove",
      given: ["remove-label"],
      flags: { "remove-label": { input: "labels" } },
      prints: address,
    },
  ],
  "discussion close": [
    {
      id: "discussion.comments.create",
      given: ["comment"],
      flags: { comment: { short: "c", input: "body" } },
    },
    { id: "discussion.close", prints: nothing },
  ],
  "discussion reopen": [{ id: "discussion.reopen", prints: nothing }],
  "discussion delete": [{ id: "discussion.delete", prints: nothing }],
  "discussion lock": [{ id: "discussion.lock", prints: nothing }],
  "discussion unlock": [{ id: "discussion.unlock", prints: nothing }],
}

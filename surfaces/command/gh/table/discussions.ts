/** `gh discussion`, which newer versions of gh have. */
import { discussionComments, discussionView, itemsOf, type Printed } from "../print/index.js"
import { account, reactionGroup, settingOf } from "./conversations.js"
import { listing, membersOf } from "./listed.js"
import {
  address,
  by,
  type Commands,
  type ComputedFields,
  changes,
  filling,
  type Members,
  named,
  nothing,
  printing,
  switches,
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
  answered: ({ is_answered }) => is_answered === true,
  closed: ({ state }) => state !== "OPEN",
  category: ({ category }) => ({ name: category }),
  reactionGroups: ({ reactions }) => itemsOf(reactions).map((one) => membersOf(reactionGroup, one)),
  answer: ({ answer }) => (answer ? membersOf(written, Object(answer)) : null),
}

const category = filling("-c category")

const written: Members = {
  id: "id",
  author: account("author", String),
  ...named("body is_answer created_at url"),
}

const labeled = settingOf("discussion.create", "discussion_number")

export const discussions: Commands = {
  "discussion list": { id: "discussion.list", flags: category, prints: columns, computed },
  "discussion view": [
    listing("discussion.comments.list", {
      comments: {
        ...written,
        ...named("replies_count"),
        replies: ({ replies }) => itemsOf(replies).map((one) => membersOf(written, one)),
      },
    }),
    { id: "discussion.view", without: ["comments"], prints: discussionView, computed },
    by(
      switches({ "-c comments": "Print the comments, with their replies." }),
      "discussion.comments.list",
      { all: true, prints: discussionComments },
    ),
  ],
  "discussion create": [
    { id: "discussion.create", flags: category, prints: address },
    labeled("-l label=labels", "discussion.labels.add"),
  ],
  ...changes(address, {
    "discussion answer mark": "discussion.answer.mark",
    "discussion comment": "discussion.comments.create",
  }),
  "discussion edit": printing(
    address,
    {
      id: "discussion.update",
      given: ["title", "body", "body-file", "category"],
      flags: category,
    },
    by(filling("add-label=labels"), "discussion.labels.add"),
    by(filling("remove-label=labels"), "discussion.labels.remove"),
  ),
  "discussion close": [
    by(filling("-c comment=body"), "discussion.comments.create"),
    { id: "discussion.close", prints: nothing },
  ],
  ...changes(nothing, {
    "discussion reopen": "discussion.reopen",
    "discussion delete": "discussion.delete",
    "discussion lock": "discussion.lock",
    "discussion unlock": "discussion.unlock",
  }),
}

import type { Printed } from "./lines.js"
import { itemsOf, line, view } from "./views.js"

export const discussionView = view([
  line("title"),
  line("state"),
  line("author"),
  line("category"),
  line("labels"),
  line("comments", "comments_count"),
  line("answered", ({ is_answered }) => is_answered ?? null),
  line("number"),
  line("url"),
])

const remark = view([
  line("author"),
  line("association", ({ author_association }) => String(author_association).toLowerCase()),
  line("id"),
  line("reply to", ({ reply_to_id }) => reply_to_id ?? null),
  line("answer", ({ is_answer }) => (is_answer ? true : null)),
])

/** Comments, each followed by its replies. */
export const discussionComments: Printed = (page) =>
  itemsOf(page.items)
    .flatMap((one) => [one, ...itemsOf(one.replies)])
    .filter(({ is_minimized }) => is_minimized !== true)
    .map((one) => `${remark(one)}--\n`)
    .join("")

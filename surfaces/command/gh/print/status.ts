/** `gh issue status` and `gh pr status`: the objects that concern the user. */
import { type Item, linesOf, type Printed } from "./lines.js"
import { itemsOf } from "./views.js"

/** The lists of the results under gh's names for them. */
const named =
  (...names: readonly string[]) =>
  (pages: readonly unknown[]): unknown =>
    Object.fromEntries(names.map((name, at) => [name, Object(pages[at]).items]))

export const issueStatus = named("assigned", "mentioned", "createdBy")
export const pullStatus = named("createdBy", "needsReview")

type Part = readonly [name: string, title: string, none: string]

const sections =
  (heading: string, id: string, line: (item: Item) => string, parts: readonly Part[]): Printed =>
  (all, place, { paint, table }) => {
    const blocks = parts.map(([name, title, none]) => {
      const items = itemsOf(all[name])
      const lines = table ? [table(items, id).replaceAll(/^/gm, "  ")] : items.map(line)
      return [paint("bold", title), ...(items.length > 0 ? lines : [`  ${none}`]), ""]
    })
    return ["", `${heading} in ${place}`, "", ...blocks.flat(), ""].join("\n")
  }

export const issueStatusLines = sections(
  "Relevant issues",
  "issue.list",
  (item) => `  ${linesOf(["number", "state", "title", "labels"], item).trimEnd()}`,
  [
    ["assigned", "Issues assigned to you", "There are no issues assigned to you"],
    ["mentioned", "Issues mentioning you", "There are no issues mentioning you"],
    ["createdBy", "Issues opened by you", "There are no issues opened by you"],
  ],
)

export const pullStatusLines = sections(
  "Relevant pull requests",
  "pr.list",
  ({ number, title, head_ref }) => `  #${number}  ${title} [${head_ref}]`,
  [
    ["createdBy", "Created by you", "You have no open pull requests"],
    ["needsReview", "Requesting a code review from you", "You have no pull requests to review"],
  ],
)

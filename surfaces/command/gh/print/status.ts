/** `gh issue status` and `gh pr status`: the objects that concern the user. */
import { type Item, linesOf, type Printed } from "./lines.js"
import { itemsOf } from "./views.js"

type Part = readonly [name: string, title: string, none: string]

const issueParts: readonly Part[] = [
  ["assigned", "Issues assigned to you", "There are no issues assigned to you"],
  ["mentioned", "Issues mentioning you", "There are no issues mentioning you"],
  ["createdBy", "Issues opened by you", "There are no issues opened by you"],
]
const pullParts: readonly Part[] = [
  ["createdBy", "Created by you", "You have no open pull requests"],
  ["needsReview", "Requesting a code review from you", "You have no pull requests to review"],
]

export const issueStatus = named(issueParts)
export const pullStatus = named(pullParts)

/** The lists of the results under gh's names for them. */
function named(parts: readonly Part[]) {
  return (pages: readonly unknown[]): unknown =>
    Object.fromEntries(parts.map(([name], at) => [name, Object(pages[at]).items]))
}

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
  issueParts,
)

export const pullStatusLines = sections(
  "Relevant pull requests",
  "pr.list",
  ({ number, title, head_ref }) => `  #${number}  ${title} [${head_ref}]`,
  pullParts,
)

import type { Session } from "../state/index.js"
import {
  type Issue,
  type ListOrder,
  mergedRows,
  type PullRequest,
  type Rows,
  subjectKey,
} from "../tables/index.js"
import { candidates } from "./candidates.js"
import { issueQualifiers } from "./issue-qualifiers.js"
import { textMatcher } from "./issue-text.js"
import { parseIssueQuery, type Query } from "./query.js"
import { UnmodelledSearch } from "./refusals.js"
import { matcher, SCOPES, sortRows } from "./terms.js"
import type { Term } from "./tokens.js"
import type { Matches, Node } from "./tree.js"

type Row = Issue | PullRequest

const NEWEST = { field: "created", direction: "desc", text: "sort:created-desc" } as const

/** Rows in the order of the answer: newest first by default. */
export function searchIssues(store: Session, text: string): Rows<Row> {
  const { root, sort = NEWEST } = issueQuery(text)
  const matcherOf = (node: Node): Matches<Row> =>
    matcher(node, (term) => textMatcher(store, term), issueQualifiers(store))
  // All terms are compiled, so that errors are reported even if a list makes a test unnecessary.
  const matches = matcherOf(root)
  const order = ORDERS.find((one) => one === sort.field)
  const { lists, rest } = candidates(store, root, order ?? "created")
  const isSettled = rest.kind === "all" && rest.of.length === 0
  const found = isSettled
    ? lists
    : lists.map((list) => list.filter(rest === root ? matches : matcherOf(rest)))
  if (order && found.length <= MOST_MERGED) return mergedRows(found, order, sort.direction)
  return sortRows(found.flat(), sort, {
    created: (row) => row.createdAt,
    updated: (row) => row.updatedAt,
    comments: (row) => row.commentCount,
    reactions: (row) => store.countBy("reactions", "subject", subjectKey(row)),
  })
}

const ORDERS: readonly ListOrder[] = ["created", "updated", "comments"]

/** With more lists than this, sorting is faster than merging. */
const MOST_MERGED = 16

export function issueQuery(text: string): Query {
  const query = parseIssueQuery(text, ["title", "body", "comments"])
  checkScopes(query.root)
  return query
}

/**
 * Refuses adjacent scopes: GitHub's older search for issues reads them as OR and its newer one as AND, and GitHub
 * decides which one answers.
 */
function checkScopes(node: Node): void {
  if (node.kind === "term") return
  const inner = node.kind === "not" ? [node.of] : node.of
  for (const one of inner) checkScopes(one)
  if (node.kind !== "all") return
  for (const qualifiers of WIDENING) {
    const isWidening = (one: Node): one is Term =>
      one.kind === "term" && qualifiers.includes(one.qualifier)
    const [first, second] = new Set(inner.filter(isWidening).map((term) => term.text))
    if (second === undefined) continue
    throw new UnmodelledSearch(
      `\`${first} ${second}\` is read as AND or as OR, so write \`(${first} OR ${second})\``,
    )
  }
}

const WIDENING: readonly (readonly string[])[] = [SCOPES, ["involves"]]

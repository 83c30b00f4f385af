import { subjectKey } from "../indexes.js"
import { isVisible, type Viewer } from "../permissions.js"
import type { Issue, PullRequest } from "../rows.js"
import { countBy, type World } from "../world.js"
import { commentsOf, issueQualifiers } from "./issue-qualifiers.js"
import { parseIssueQuery, type Query } from "./query.js"
import { UnmodelledSearch } from "./refusals.js"
import { matcher, SCOPES, sortRows } from "./terms.js"
import { wholeWords } from "./text.js"
import type { Term } from "./tokens.js"
import type { Matches, Node } from "./tree.js"

type Row = Issue | PullRequest

const NEWEST = { field: "created", direction: "desc", text: "sort:created-desc" } as const

/** Rows in the order of the answer: the newest first unless a sort is given. */
export function searchIssues(world: World, viewer: Viewer, text: string): Row[] {
  const { root, sort } = issueQuery(text)
  const matches = matcher(root, (term) => inText(world, term), issueQualifiers(world, viewer))
  const rows = [...world.tables.issues.values(), ...world.tables.pullRequests.values()].filter(
    (row) => isVisible(world, viewer, row) && matches(row),
  )
  return sortRows(rows, sort ?? NEWEST, {
    created: (row) => row.createdAt,
    updated: (row) => row.updatedAt,
    comments: (row) => row.commentCount,
    reactions: (row) => countBy(world, "reactions", "subject", subjectKey(row)),
  })
}

export function issueQuery(text: string): Query {
  const query = parseIssueQuery(text, ["title", "body", "comments"])
  checkScopes(query.root)
  return query
}

/**
 * Side by side, GitHub's older search for issues reads these as OR and its newer one as AND, and
 * which of them answers is for GitHub to decide.
 */
function checkScopes(node: Node): void {
  if (node.kind === "term") return
  const inner = node.kind === "not" ? [node.of] : node.of
  for (const one of inner) checkScopes(one)
  if (node.kind !== "all") return
  const scopes = inner.flatMap((one) => (one.kind === "term" && isWidening(one) ? [one.text] : []))
  const [first, second] = new Set(scopes)
  if (second === undefined) return
  throw new UnmodelledSearch(
    `\`${first} ${second}\` is read as AND or as OR, so write \`(${first} OR ${second})\``,
  )
}

const isWidening = (term: Term): boolean => [...SCOPES, "involves"].includes(term.qualifier)

function inText(world: World, term: Term): Matches<Row> {
  const matches = wholeWords(term)
  const isIn = (place: string): boolean => !term.places || term.places.includes(place)
  return (row) =>
    (isIn("title") && matches(row.title)) ||
    (isIn("body") && matches(row.body)) ||
    (isIn("comments") && commentsOf(world, row).some((comment) => matches(comment.body)))
}

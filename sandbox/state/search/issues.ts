import { commentCount } from "../filters.js"
import { subjectKey } from "../indexes.js"
import { isVisible, type Viewer } from "../permissions.js"
import type { Issue, PullRequest } from "../rows.js"
import { countBy, type World } from "../world.js"
import { matchesIssue } from "./issue-terms.js"
import { parseQuery } from "./query.js"
import { matchesAll, sortRows } from "./terms.js"

/** Rows in the order of the answer: the best match first unless a sort is given. */
export function searchIssues(world: World, viewer: Viewer, query: string): (Issue | PullRequest)[] {
  const terms = parseQuery(query)
  const rows = [...world.tables.issues.values(), ...world.tables.pullRequests.values()].filter(
    (row) =>
      isVisible(world, viewer, row) &&
      matchesAll(terms, (term) => matchesIssue(world, viewer, row, terms, term)),
  )
  const sort = terms.find((term) => term.qualifier === "sort")?.value ?? "created-desc"
  return sortRows(rows, sort, {
    created: (row) => row.createdAt,
    updated: (row) => row.updatedAt,
    comments: (row) => commentCount(world, row),
    reactions: (row) => countBy(world, "reactions", "subject", subjectKey(row)),
  })
}

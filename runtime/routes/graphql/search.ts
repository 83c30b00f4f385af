import type { PageInfo } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import { type GraphqlSearch, shownOnly } from "../route/index.js"

/** The number of results after which GitHub ends every search. */
const mostFound = 1000

/** The members of a search that count its results, by kind. */
const countName = /^(?:code|discussion|issue|repository|user|wiki)Count$/

/** The warning about the last page of a search that has more results than GitHub shows. */
function end(data: unknown, page: PageInfo | undefined): ResultWarning | undefined {
  if (page?.has_next_page !== false) return undefined
  let total = 0
  for (const root of Object.values(Object(data)))
    for (const name in Object(root))
      if (countName.test(name)) total = Math.max(total, Number(Reflect.get(Object(root), name)))
  return total > mostFound ? shownOnly(mostFound, total) : undefined
}

/** The warning about results of another kind, which a search counts, but its list leaves out. */
function otherKinds(data: unknown, path: string, answer: unknown): ResultWarning[] {
  const { items, total_count } = Object(data)
  const { nodes } = Object(Object(answer)[path])
  if (!Array.isArray(items) || typeof total_count !== "number" || !Array.isArray(nodes)) return []
  const others = nodes.filter((node) => node !== null && Object.keys(node).length === 0).length
  if (others === 0) return []
  return [
    {
      code: "INEXACT",
      message: `total_count includes results of another kind: ${others} of this page are left out`,
      pointer: "/total_count",
      fix: "Check the operators and parentheses of the query",
    },
  ]
}

export const graphqlSearch: GraphqlSearch = { end, otherKinds }

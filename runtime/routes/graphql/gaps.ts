/** Whether a GraphQL answer, or a search, is everything. */
import type { PageInfo } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import { shownOnly } from "../route/index.js"

/** The number of results after which GitHub ends every search. */
const mostFound = 1000

/** Names of lists in GitHub's connections. */
export const isList = (name: string) => name === "nodes" || name === "edges"

/** Whether a list, or an item of one, is null, or an object has nothing that was asked for. */
export function hasGaps(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => item === null || hasGaps(item))
  if (typeof value !== "object" || value === null) return false
  let isEmpty = true
  for (const name in value) {
    const member: unknown = Reflect.get(value, name)
    if (member === null ? isList(name) : typeof member === "object" && hasGaps(member)) return true
    isEmpty = false
  }
  return isEmpty
}

/** The members of a search that count its results, by kind. */
const countName = /^(?:code|discussion|issue|repository|user|wiki)Count$/

/** The warning about the last page of a search that has more results than GitHub shows. */
export function endOfSearch(data: unknown, page: PageInfo | undefined): ResultWarning | undefined {
  if (page?.has_next_page !== false) return undefined
  let total = 0
  for (const root of Object.values(Object(data)))
    for (const name in Object(root))
      if (countName.test(name)) total = Math.max(total, Number(Reflect.get(Object(root), name)))
  return total > mostFound ? shownOnly(mostFound, total) : undefined
}

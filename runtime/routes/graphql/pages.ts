import type { ResultWarning } from "../../envelope/index.js"
import { notLoaded } from "../../errors/index.js"
import { type GraphqlAllPages, type GraphqlPages, withoutRest } from "../route/index.js"
import type { Connection } from "./gaps.js"

/** GitHub's largest page. */
const largestPage = 100

/** Few capabilities read lists to their end, so their code is loaded by the first call of one. */
export const graphqlAllPages: GraphqlAllPages = (route, answer, next) =>
  import("./all-pages.js").then(
    ({ allPages }) => allPages(route, answer, next),
    (error) => {
      const { headers } = answer
      return { ok: false, failure: notLoaded("the pages of lists", error), headers }
    },
  )

export const graphqlPages: GraphqlPages = {
  cuts({ result, complete = {} }, data) {
    const whole = Object.values(complete)
    let found: Map<string, { first: ResultWarning; places: number }> | undefined
    const path: string[] = []
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return
      if (Array.isArray(value)) {
        for (const item of value) visit(item)
        return
      }
      const cut = cutIn(value, path, whole)
      const place = cut ? path.join(".") : result
      if (cut && place !== result) {
        found ??= new Map()
        const { first = cut, places = 0 } = found.get(place) ?? {}
        found.set(place, { first, places: places + 1 })
      }
      for (const key in value) {
        const member: unknown = Reflect.get(value, key)
        if (typeof member !== "object") continue
        path.push(key)
        visit(member)
        path.pop()
      }
    }
    visit(data)
    return [...(found?.values() ?? [])].map(({ first, places }) =>
      places > 1
        ? { ...first, message: `${first.message} (and ${places - 1} more such lists)` }
        : first,
    )
  },
}

/** The warning for a connection of which the answer has only a part. */
function cutIn(
  connection: Connection,
  path: readonly string[],
  whole: readonly string[],
): ResultWarning | undefined {
  const nodes = connection.nodes ?? connection.edges
  if (!Array.isArray(nodes)) return undefined
  const name = path.findLast((one) => !["nodes", "edges", "node"].includes(one)) ?? ""
  const { pageInfo, totalCount } = connection
  const shown = nodes.length
  const isCounted = typeof totalCount === "number"
  if (isCounted && totalCount > shown) {
    if (whole.includes(path.join("."))) return withoutRest(shown, totalCount, name)
    if (shown > 1) return partOf(shown, `${name} has ${totalCount} items`)
  }
  if (pageInfo?.hasNextPage === true || pageInfo?.hasPreviousPage === true)
    return partOf(shown, `${name} has more items`)
  // An issue has at most a hundred labels.
  if (isCounted || pageInfo || shown < largestPage || name === "labels") return undefined
  return partOf(shown, `${name} may have more items`)
}

/** A document asks for less than a full page on purpose. */
function partOf(shown: number, more: string): ResultWarning {
  return {
    code: shown < largestPage ? "MORE_PAGES" : "INCOMPLETE",
    message: `${more}; the result has only ${shown}`,
    fix: "Use a capability or document that lists them",
  }
}

import type { ResultWarning } from "../../envelope/index.js"
import { serverFailed } from "../../errors/index.js"
import type { Answered, GraphqlAnswer } from "../../graphql/index.js"
import { type GraphqlPages, withoutRest } from "../route/index.js"

/** More pages of one connection are a defect of the server, or too many for one result. */
const mostPages = 100

/** GitHub's largest page. */
const largestPage = 100

interface Connection {
  readonly nodes?: readonly unknown[] | null
  readonly edges?: readonly unknown[] | null
  readonly pageInfo?: { readonly [more: string]: unknown; readonly endCursor?: unknown } | null
  readonly totalCount?: unknown
}

export const graphqlPages: GraphqlPages = {
  async complete({ complete = {} }, answer, next) {
    let whole: GraphqlAnswer = answer
    for (const [variable, path] of Object.entries(complete)) {
      if (!whole.ok) return whole
      whole = await completed(whole, path.split("."), (cursor) => next({ [variable]: cursor }))
    }
    return whole
  },

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

/** An answer with all nodes of the connection at a path. */
async function completed(
  answer: Answered,
  path: readonly string[],
  next: (cursor: string) => Promise<GraphqlAnswer>,
): Promise<GraphqlAnswer> {
  const first = connectionAt(answer.data, path)
  const pages = [first]
  const failed = (problem: string): GraphqlAnswer => {
    const failure = serverFailed(`GitHub ${problem}: ${path.join(".")}`, headers)
    return { ok: false, failure, headers }
  }
  const errors = [...answer.errors]
  const seen = new Set<string>()
  let { headers } = answer
  for (let last = first; hasMore(last); ) {
    const cursor = last?.pageInfo?.endCursor
    if (pages.length === mostPages) return failed(`has more than ${mostPages} pages`)
    if (typeof cursor !== "string" || seen.has(cursor))
      return failed("has more pages, but returned no new cursor for them")
    seen.add(cursor)
    const page = await next(cursor)
    if (!page.ok) return page
    headers = page.headers
    errors.push(...page.errors)
    last = connectionAt(page.data, path)
    pages.push(last)
    const isExplained = page.errors.length > 0
    if ((last || !isExplained) && holderId(page.data, path) !== holderId(answer.data, path))
      return failed("replaced the object of a list while its pages were read")
    if (!isExplained && !hasMore(last) && !(last?.nodes ?? last?.edges)?.length)
      return failed("has more items, but returned none")
  }
  if (pages.length === 1) return answer
  const all = (key: "nodes" | "edges") =>
    first?.[key] && { [key]: pages.flatMap((page) => page?.[key] ?? []) }
  const whole = {
    ...first,
    ...pages.at(-1),
    ...all("nodes"),
    ...all("edges"),
    pageInfo: { hasNextPage: false },
  }
  return { ...answer, data: replacedAt(answer.data, path, whole), errors, headers }
}

/** Without nodes, which a call with `fields` may leave out, there is nothing to read. */
function hasMore(page: Connection | undefined): boolean {
  return page?.pageInfo?.hasNextPage === true && Boolean(page.nodes ?? page.edges)
}

function connectionAt(data: unknown, path: readonly string[]): Connection | undefined {
  let value: unknown = data
  for (const name of path) value = Object(value)[name]
  return typeof value === "object" && value !== null ? value : undefined
}

/** The id of the object that has a list, which the compiler adds to the document. */
function holderId(data: unknown, path: readonly string[]): unknown {
  return Object(connectionAt(data, path.slice(0, -1))).id
}

function replacedAt(data: unknown, [name, ...below]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  return { ...Object(data), [name]: replacedAt(Object(data)[name], below, value) }
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
    fix: "Use the capability that lists them",
  }
}

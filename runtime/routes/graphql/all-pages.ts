import { serverFailed } from "../../errors/index.js"
import type { Answered, GraphqlAnswer } from "../../graphql/index.js"
import type { GraphqlAllPages } from "../route/index.js"
import type { Connection } from "./gaps.js"

/** More pages of one connection are a defect of the server, or too many for one result. */
const mostPages = 100

export const allPages: GraphqlAllPages = async ({ complete = {} }, answer, next) => {
  let whole: GraphqlAnswer = answer
  for (const [variable, path] of Object.entries(complete)) {
    if (!whole.ok) return whole
    whole = await completed(whole, path.split("."), (cursor) => next({ [variable]: cursor }))
  }
  return whole
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

import { type Answer, answer } from "../http/answer.js"
import type { RestRequest } from "./request.js"

const DEFAULT_PER_PAGE = 30
const MAX_PER_PAGE = 100

/**
 * One page of `rows`, with links to the others. `wrap` is for lists that GitHub puts into an
 * object with their total; `mostPages` of a size is how far GitHub lets a client page.
 */
export function page<Row>(
  request: RestRequest,
  rows: readonly Row[],
  shape: (row: Row) => unknown,
  wrap: (items: unknown[], total: number) => unknown = (items) => items,
  mostPages: (perPage: number) => number = () => Number.POSITIVE_INFINITY,
): Answer {
  const { number, perPage } = pageOf(request)
  const items = rows.slice((number - 1) * perPage, number * perPage)
  const last = Math.max(1, Math.min(Math.ceil(rows.length / perPage), mostPages(perPage)))
  const link = links(request.url, number, last)
  return answer(200, wrap(items.map(shape), rows.length), link === "" ? {} : { link })
}

/** The page that is asked for. */
export function pageOf({ query }: RestRequest): { number: number; perPage: number } {
  const perPage = Math.min(positive(query.get("per_page"), DEFAULT_PER_PAGE), MAX_PER_PAGE)
  return { number: positive(query.get("page"), 1), perPage }
}

/** As GitHub does, what is not a positive number counts as not given. */
function positive(text: string | null, otherwise: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}

function links(url: string, number: number, last: number): string {
  const to = (page: number, rel: string) => {
    const target = new URL(url)
    target.searchParams.set("page", String(page))
    return `<${target}>; rel="${rel}"`
  }
  return [
    ...(number > 1 ? [to(Math.min(number - 1, last), "prev")] : []),
    ...(number < last ? [to(number + 1, "next"), to(last, "last")] : []),
    ...(number > 1 ? [to(1, "first")] : []),
  ].join(", ")
}

import { type Answer, answer } from "../../http/index.js"
import type { Rows } from "../../tables/index.js"
import type { RestRequest } from "./request.js"

const DEFAULT_PER_PAGE = 30
const MAX_PER_PAGE = 100

interface Limits {
  /** How far GitHub lets a client page, by the size of the pages. */
  mostPages?: (perPage: number) => number
  /** The size of a page unless the client says another one. */
  defaultPerPage?: number
}

/**
 * One page of `rows`, with links to the others. `wrap` is for lists that GitHub puts into an
 * object with their total.
 */
export function page<Row>(
  request: RestRequest,
  rows: Rows<Row>,
  shape: (row: Row) => unknown,
  wrap: (items: unknown[], total: number) => unknown = (items) => items,
  { mostPages = () => Number.POSITIVE_INFINITY, defaultPerPage = DEFAULT_PER_PAGE }: Limits = {},
): Answer {
  const { number, perPage } = pageOf(request, defaultPerPage)
  const items = rows.slice((number - 1) * perPage, number * perPage)
  const last = Math.max(1, Math.min(Math.ceil(rows.length / perPage), mostPages(perPage)))
  const link = links(request.url, number, last)
  return answer(200, wrap(items.map(shape), rows.length), link === "" ? {} : { link })
}

/** The requested page. */
export function pageOf(
  { query }: RestRequest,
  defaultPerPage = DEFAULT_PER_PAGE,
): { number: number; perPage: number } {
  const wanted = positive(query.get("per_page"), 0)
  const perPage = wanted === 0 ? defaultPerPage : Math.min(wanted, MAX_PER_PAGE)
  return { number: positive(query.get("page"), 1), perPage }
}

/** Like GitHub, treats anything but a positive number as absent. */
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

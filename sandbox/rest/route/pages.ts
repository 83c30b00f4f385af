import { type Answer, answer } from "../../http/index.js"
import type { Rows } from "../../tables/index.js"
import type { AskedRequest } from "./request.js"

const DEFAULT_PER_PAGE = 30
const MAX_PER_PAGE = 100

interface Limits {
  /** The last page that GitHub serves, for a page size. */
  mostPages?: (perPage: number) => number
  /** The default page size. */
  defaultPerPage?: number
}

export type Shape<Row> = (view: AskedRequest, row: Row) => unknown

export type Listed<Row> = [
  shape?: Shape<Row>,
  /** For lists that GitHub puts into an object: how, or the list's name beside `total_count`. */
  wrap?: string | ((items: unknown[], total: number) => unknown) | undefined,
  limits?: Limits,
]

/** One page of `rows`, with links to the others. */
export function page<Row>(
  request: AskedRequest,
  rows: Rows<Row>,
  ...[
    shape = (_, row) => row,
    wrap = (items) => items,
    { mostPages = () => Number.POSITIVE_INFINITY, defaultPerPage = DEFAULT_PER_PAGE } = {},
  ]: Listed<Row>
): Answer {
  const { number, perPage } = pageOf(request, defaultPerPage)
  const { length } = rows
  const items = rows
    .slice((number - 1) * perPage, number * perPage)
    .map((row) => shape(request, row))
  const last = Math.max(1, Math.min(Math.ceil(length / perPage), mostPages(perPage)))
  const link = links(request.url, number, last)
  const body =
    typeof wrap === "string" ? { total_count: length, [wrap]: items } : wrap(items, length)
  return answer(200, body, link === "" ? {} : { link })
}

/** One page of a list that GitHub pages by cursors, `after` and `before`, instead of numbers. */
export function cursorPage<Row extends { id: number }>(
  request: AskedRequest,
  rows: readonly Row[],
  shape: Shape<Row>,
): Answer {
  const { query } = request
  const { perPage } = pageOf(request)
  const placeOf = (name: string): number =>
    rows.findIndex(({ id }) => cursorOf(id) === query.get(name))
  const [after, before] = [placeOf("after"), placeOf("before")]
  const start = before >= 0 ? Math.max(0, before - perPage) : after + 1
  const items = rows.slice(start, before >= 0 ? before : start + perPage)
  const to = (row: Row, name: "after" | "before", rel: string) => {
    const target = new URL(request.url)
    for (const cursor of ["after", "before"]) target.searchParams.delete(cursor)
    target.searchParams.set(name, cursorOf(row.id))
    return `<${target}>; rel="${rel}"`
  }
  const [first, last] = [items[0], items.at(-1)]
  const link = [
    ...(last && start + items.length < rows.length ? [to(last, "after", "next")] : []),
    ...(first && start > 0 ? [to(first, "before", "prev")] : []),
  ].join(", ")
  return answer(
    200,
    items.map((row) => shape(request, row)),
    link === "" ? {} : { link },
  )
}

const cursorOf = (id: number): string => Buffer.from(`cursor:${id}`).toString("base64url")

/** The requested page. */
export function pageOf(
  { query }: AskedRequest,
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
    ...(number < last ? [to(number + 1, "next")] : []),
    ...(number !== last ? [to(last, "last")] : []),
    ...(number > 1 ? [to(1, "first")] : []),
  ].join(", ")
}

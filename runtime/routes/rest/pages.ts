import type { PageInfo } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import type { ResponseHeaders } from "../../errors/index.js"
import { type PageRequest, readCursor, writeCursor } from "../../input/index.js"
import type { RestPages } from "../route/index.js"
import { shownOnly, timedOut } from "../route/index.js"
import { nextAddress } from "./link.js"

/** Pages of REST lists that have page numbers. */
export const restPages: RestPages = { cursorProblem, request, info }

/** The cursor counts in pages of its own size; with another size, items would be skipped or repeated. */
function cursorProblem(input: unknown): ReturnType<RestPages["cursorProblem"]> {
  const { first, after }: { first?: unknown; after?: unknown } = Object(input)
  if (typeof after !== "string") return undefined
  const page = readCursor(after)
  if (page === undefined) {
    return {
      message: "expected an end_cursor of this list",
      fix: "Pass the end_cursor of the previous page unchanged, or omit `after` for the first page",
    }
  }
  if (page.size === first) return undefined
  return {
    message: `made with first: ${page.size}, and cannot continue with first: ${first}`,
    fix: `Pass first: ${page.size} with this cursor, or omit \`after\` to start over`,
  }
}

/** The page that a valid list input requests. */
function request(input: unknown): PageRequest {
  const { first, after }: { first?: unknown; after?: unknown } = Object(input)
  const size = typeof first === "number" ? first : 0
  return (typeof after === "string" && readCursor(after)) || { number: 1, size }
}

/**
 * The `page_info` of an answer, from its `Link` header. If GitHub counts more items than it shows, `has_next_page` is
 * true without a cursor, and `warn` receives the reason.
 */
function info(
  { number, size }: PageRequest,
  headers: ResponseHeaders,
  counted: { readonly total: number | null; readonly incomplete: boolean },
  warn: (warning: ResultWarning) => void,
): PageInfo {
  if (counted.incomplete) warn(timedOut)
  const next = nextPage(nextAddress(headers), number)
  if (next !== undefined) {
    return { has_next_page: true, end_cursor: writeCursor({ number: next, size }) }
  }
  const shown = number * size
  const hidden = counted.total !== null && counted.total > shown
  if (hidden) warn(shownOnly(shown, counted.total))
  return { has_next_page: hidden || counted.incomplete, end_cursor: null }
}

/**
 * The number of the next page, from the next link. Only the number is taken from the address: GitHub writes its own
 * ids into it, and no request goes to an address from an answer.
 *
 * @throws if the address does not name a later page, because stopping would hide that items are missing.
 */
function nextPage(address: string | undefined, current: number): number | undefined {
  if (address === undefined) return undefined
  const text = new URLSearchParams(address.split("?")[1]).get("page") ?? ""
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (page > current) return page
  throw new Error(`its Link header has no page after ${current}`)
}

import type { PageInfo } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import { header, type ResponseHeaders, serverFailed } from "../../errors/index.js"
import {
  type PageRequest,
  type RestAllPages,
  type RestPages,
  shownOnly,
  shrunk,
  withoutRest,
} from "../route/index.js"
import { nextAddress, nextLink } from "./link.js"

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
 * The `page_info` of an answer, from its `Link` header. Its cursor also says which page was the last. If GitHub counts more items than it shows, `has_next_page` is
 * true without a cursor, and `warn` receives the reason.
 */
function info(
  { number, size, last = number }: PageRequest,
  headers: ResponseHeaders,
  counted: { readonly total: number | null; readonly incomplete: boolean },
  warn: (warning: ResultWarning) => void,
): PageInfo {
  const next = nextPage(nextAddress(headers), number)
  const newLast = lastPage(headers)
  if ((newLast ?? number) < last) warn(shrunk)
  if (next !== undefined) {
    return { has_next_page: true, end_cursor: writeCursor({ number: next, size, last: newLast }) }
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

/** The number of the last page. The last page itself has no such link, but a page behind it has. */
export function lastPage(headers: ResponseHeaders): number | undefined {
  const last = new RegExp(nextLink.source.replaceAll("next", "last"), "i")
  const [, address] = header(headers, "link")?.match(last) ?? []
  const page = Number(new URLSearchParams(address?.split("?")[1]).get("page"))
  return page > 0 ? page : undefined
}

/** Pages of REST lists that use GitHub's own cursors. */
export const restCursors: RestPages = {
  // GitHub checks these cursors, since their format is its own.
  cursorProblem: () => undefined,
  request: () => ({ number: 1, size: 0 }),
  info(_page, headers) {
    const address = nextAddress(headers)
    if (address === undefined) return { has_next_page: false, end_cursor: null }
    // Only the cursor is taken from the address, so that no request goes to an address from an answer.
    const query = new URLSearchParams(address.split("?")[1])
    const cursor = query.get("after") ?? query.get("cursor")
    if (cursor) return { has_next_page: true, end_cursor: cursor }
    // Stopping here would hide that items are missing.
    throw new Error("its Link header has no cursor for the next page")
  },
}

/** More pages are a defect of the server, or too many for one result. */
const mostPages = 100

/** Reads a list to its end. GitHub may move items between two pages; those are taken once. */
export const restAllPages: RestAllPages = async (list, ask) => {
  const first = await ask(undefined)
  if (!first.ok) return first
  const items: unknown[] = [...listIn(first.body, list)]
  let last = first
  let page = 1
  while (nextAddress(last.headers) !== undefined) {
    page += 1
    if (page > mostPages) {
      const failure = serverFailed(`GitHub has more than ${mostPages} pages`, last.headers)
      return { ok: false, failure, headers: last.headers }
    }
    const next = await ask(page)
    if (!next.ok) return next
    last = next
    items.push(...listIn(last.body, list))
  }
  const whole = last === first ? items : withoutRepetition(items)
  const isShorter = (lastPage(last.headers) ?? page) < (lastPage(first.headers) ?? 1)
  const own = isShorter ? shrunk : uncounted(last.body, whole.length, list)
  const warning = last.warning ?? first.warning ?? own
  if (last === first) return { ...first, ...(warning && { warning }) }
  const body = list === "@" ? whole : holding(first.body, list, whole)
  return { ...first, headers: last.headers, body, ...(warning && { warning }) }
}

/** The warning about items that GitHub counts, but has on no page. */
function uncounted(body: unknown, shown: number, list: string): ResultWarning | undefined {
  const { total_count }: { total_count?: unknown } = Object(body)
  if (typeof total_count !== "number" || total_count <= shown) return undefined
  return withoutRest(shown, total_count, list)
}

function holding(body: unknown, name: string, items: readonly unknown[]): object {
  return { ...Object(body), [name]: items }
}

function listIn(body: unknown, list: string): readonly unknown[] {
  const items: unknown = list === "@" ? body : Object(body)[list]
  return Array.isArray(items) ? items : []
}

function withoutRepetition(items: readonly unknown[]): readonly unknown[] {
  const seen = new Set<unknown>()
  return items.filter((item) => {
    const { id }: { id?: unknown } = Object(item)
    if (id === undefined) return true
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew
  })
}

const form = /^page=([2-9]|[1-9]\d{1,8})&per_page=([1-9]\d?|100)(?:&last=([1-9]\d{0,8}))?$/

/** The cursor of a page. It contains only numbers, so a forged cursor can do no more than request a page. */
export function writeCursor({ number, size, last }: PageRequest): string {
  return btoa(`page=${number}&per_page=${size}${last === undefined ? "" : `&last=${last}`}`)
}

/** The page of a cursor; undefined if the text is no cursor. */
export function readCursor(cursor: string): PageRequest | undefined {
  let text: string
  try {
    text = atob(cursor)
  } catch {
    return undefined
  }
  const [, number, size, last] = form.exec(text) ?? []
  if (number === undefined || size === undefined) return undefined
  const page = { number: Number(number), size: Number(size), ...(last && { last: Number(last) }) }
  // Base64 can write one text in several ways. Requiring our own spelling keeps GitHub's cursors from being read as
  // ours.
  return writeCursor(page) === cursor ? page : undefined
}

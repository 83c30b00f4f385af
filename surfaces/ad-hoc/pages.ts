import type { RestParameter } from "../../generator/parse/index.js"
import {
  lastPage,
  nextAddress,
  type PageInfo,
  type PageRequest,
  type ResponseHeaders,
  type ResultWarning,
  shownOnly,
  shrunk,
} from "../../runtime/index.js"

/**
 * Whether a list continues, according to its `Link` header. The cursor contains the next link's changes to the query.
 * Nothing else is taken from the URL, so no request goes to an address from an answer.
 */
export function nextPage(
  { number, size }: PageRequest,
  headers: ResponseHeaders,
  { total, incomplete }: { readonly total: number | null; readonly incomplete: boolean },
  warn: (warning: ResultWarning) => void,
  names: readonly string[],
): PageInfo {
  const address = nextAddress(headers)
  if (address === undefined) {
    if ((lastPage(headers) ?? number) < number) warn(shrunk)
    // Without a page number the position in the list is unknown.
    const hidden = total !== null && names.includes("page") && total > number * size
    if (hidden) warn(shownOnly(number * size, total))
    return { has_next_page: hidden || incomplete, end_cursor: null }
  }
  const linked = new URLSearchParams(address.split("?")[1])
  const own = names.flatMap((name) => {
    const value = linked.get(name)
    return value === null ? [] : [[name, value] satisfies [string, string]]
  })
  const end_cursor = own.length > 0 ? new URLSearchParams(own).toString() : null
  return { has_next_page: true, end_cursor }
}

/** The page that a request asks for. GitHub's standard size is 30. */
export function pageAsked(input: unknown, parameters: readonly RestParameter[]): PageRequest {
  const asked = (name: string) => {
    const given = Number(Object(input)[name])
    const { schema } = parameters.find((one) => one.name === name) ?? {}
    return given > 0 ? given : Number(Object(schema).default ?? 0)
  }
  return { number: asked("page") || 1, size: asked("per_page") || 30 }
}

export function cursorOf(cursor: string): object {
  const values = [...new URLSearchParams(cursor)].map(([name, value]) => {
    const isNumber = (name === "page" || name === "since") && /^\d{1,15}$/.test(value)
    return [name, isNumber ? Number(value) : value]
  })
  return Object.fromEntries(values)
}

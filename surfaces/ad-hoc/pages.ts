import { nextAddress, type PageInfo, type ResponseHeaders } from "../../runtime/index.js"

/**
 * Whether a list continues, according to its `Link` header. The cursor contains the next link's changes to the query.
 * Nothing else is taken from the URL, so no request goes to an address from an answer.
 */
export function nextPage(headers: ResponseHeaders, names: readonly string[]): PageInfo {
  const address = nextAddress(headers)
  if (address === undefined) return { has_next_page: false, end_cursor: null }
  const linked = new URLSearchParams(address.split("?")[1])
  const own = names.flatMap((name) => {
    const value = linked.get(name)
    return value === null ? [] : [[name, value] satisfies [string, string]]
  })
  const end_cursor = own.length > 0 ? new URLSearchParams(own).toString() : null
  return { has_next_page: true, end_cursor }
}

/** The inputs that a cursor adds. */
export function cursorOf(cursor: string): object {
  const values = [...new URLSearchParams(cursor)].map(([name, value]) => {
    const isNumber = (name === "page" || name === "since") && /^\d{1,9}$/.test(value)
    return [name, isNumber ? Number(value) : value]
  })
  return Object.fromEntries(values)
}

import { serverFailed } from "../../errors/index.js"
import type { RestAllPages } from "../route/index.js"
import { nextAddress } from "./link.js"

/** More pages are a defect of the server, or too many for one result. */
const mostPages = 100

/** Reads a list to its end. GitHub may move items between two pages; those are taken once. */
export const restAllPages: RestAllPages = async (list, ask) => {
  const first = await ask(undefined)
  if (!first.ok) return first
  const items: unknown[] = [...listIn(first.body, list)]
  let last = first
  for (let page = 2; nextAddress(last.headers) !== undefined; page += 1) {
    if (page > mostPages) {
      const failure = serverFailed(`GitHub has more than ${mostPages} pages`, last.headers)
      return { ok: false, failure, headers: last.headers }
    }
    const next = await ask(page)
    if (!next.ok) return next
    last = next
    items.push(...listIn(last.body, list))
  }
  if (last === first) return first
  const whole = withoutRepetition(items)
  const warning = last.warning ?? first.warning
  const body = list === "@" ? whole : holding(first.body, list, whole)
  return { ...first, headers: last.headers, body, ...(warning && { warning }) }
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

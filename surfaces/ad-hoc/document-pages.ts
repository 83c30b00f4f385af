/** The pages of a document's list. */
import {
  type CompiledDocument,
  type DocumentList,
  resultName,
} from "../../generator/routes/graphql/document/index.js"
import { GhxError, type OperationPages, type PageInfo } from "../../runtime/index.js"

export function pagedBy(
  list: DocumentList & { readonly standard: number },
  tooLarge: CompiledDocument["tooLarge"],
) {
  const { path, size, cursor, backward, direction, isShared, isAdded, info: name } = list
  const way = path.map(resultName)
  const itemsKey = resultName(list.items)
  const infos = new WeakMap<object, PageInfo>()
  const isBackward = (given: unknown) => isGiven(Object(given)[backward?.size ?? ""])
  const pages: OperationPages = {
    info: (output) => infos.get(Object(output)),
    next(given, page) {
      const used = isBackward(given) && backward ? backward : { size, cursor }
      let most = page.size
      while (most !== undefined && most > 1 && tooLarge?.({ ...Object(given), [used.size]: most }))
        most = Math.floor(most / 2)
      return {
        ...Object(given),
        ...(most !== undefined && !isShared && { [used.size]: most }),
        ...(page.cursor !== undefined && { [used.cursor]: page.cursor }),
      }
    },
    items(output) {
      const list: unknown = way.reduce((at, one) => Object(at)[one], output)
      if (typeof list !== "object" || list === null) throw new GhxError(absent(way))
      const items: unknown = Object(list)[itemsKey]
      return Array.isArray(items) ? items : []
    },
    holding: (output, items) => changed(output, [...way, itemsKey], items),
  }
  return {
    pages,
    variables(given: unknown): object {
      const isSized = isBackward(given) || isGiven(Object(given)[size])
      return isSized || !backward ? Object(given) : { ...Object(given), [size]: list.standard }
    },
    /** The result without what was selected for paging alone. */
    output(data: unknown, given: unknown): unknown {
      const { [name]: page } = Object(path.reduce((at, one) => Object(at)[one], Object(data)))
      const [more, next] = isBackward(given)
        ? (["hasPreviousPage", "startCursor"] as const)
        : [direction.more, direction.next]
      const { [more]: goesOn, [next]: end } = Object(page)
      const result = renamed(isAdded ? changed(data, [...path, name], undefined) : data)
      if (typeof goesOn === "boolean") {
        const end_cursor = typeof end === "string" ? end : null
        infos.set(Object(result), { has_next_page: goesOn, end_cursor })
      }
      return result
    },
  }
}

/** Without the object that has the list, the list is not empty. */
function absent(way: readonly string[]) {
  const message = `${way.join(".")} is not there: GitHub has no such object, or it is of another type`
  const error = { code: "NOT_FOUND" as const, message, retryable: false }
  return { ok: false as const, error, meta: { capability_id: "query" } }
}

const isGiven = (value: unknown) => value !== undefined && value !== null

/** A copy with another value at a path; without the member if the value is undefined. */
function changed(at: unknown, [name, ...below]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (at === null || at === undefined || !Object.hasOwn(at, name)) return at
  const { [name]: inner, ...others } = Object(at)
  if (below.length === 0 && value === undefined) return others
  return { ...Object(at), [name]: changed(inner, below, value) }
}

/** An answer with names in snake_case. If two names would become equal, both stay unchanged. */
export function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== "object" || value === null) return value
  const names = Object.keys(value)
  const own = names.map(resultName)
  return Object.fromEntries(
    Object.entries(value).map(([name, member], at) => {
      const isAlone = own.indexOf(own[at] ?? "") === own.lastIndexOf(own[at] ?? "")
      return [isAlone ? own[at] : name, renamed(member)]
    }),
  )
}

/** What a GraphQL answer leaves out, as warnings. Loaded by the first answer that is not everything. */
import type { ResultWarning } from "../../envelope/index.js"
import { classifyGraphqlError, type GraphqlError, partialBySso } from "../../errors/index.js"
import type { Answered } from "../../graphql/index.js"
import { isList } from "./gaps.js"

/** The warnings about lists and items that are null without an error. */
function gapsIn(data: unknown): ResultWarning[] {
  const counts = new Map<string, number>()
  const add = (place: string) => counts.set(place, (counts.get(place) ?? 0) + 1)
  const walk = (value: unknown, place: string) => {
    if (Array.isArray(value)) {
      for (const item of value) item === null ? add(place) : walk(item, place)
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const inner = place === "" ? name : `${place}.${name}`
        if (member === null && isList(name)) add(inner)
        else walk(member, inner)
      }
    }
  }
  walk(data, "")
  return [...counts].map(([place, count]) => ({
    code: "INCOMPLETE",
    message: `GitHub returns null in place of ${count} ${count === 1 ? "item" : "items"} of ${place}: they are deleted, or the token cannot see them`,
    fix: "Use a token with access to all items",
  }))
}

/** The warnings about errors beside data, equal ones together. */
function warningsOf(
  { errors, headers }: Answered,
  { data, result, isDocument }: Result,
): ResultWarning[] {
  const groups = new Map<string, { first: GraphqlError; all: GraphqlError[] }>()
  for (const error of errors) {
    const key = JSON.stringify([error.type, error.message])
    const group = groups.get(key)
    if (group) group.all.push(error)
    else groups.set(key, { first: error, all: [error] })
  }
  return [...groups.values()].map(({ first, all }) => {
    const { code, message, details } = classifyGraphqlError(first, headers)
    const pointer = all.length === 1 ? pointerTo(first.path ?? [], result, data) : undefined
    return {
      code: code === "AUTH" ? "WITHHELD" : "INCOMPLETE",
      message: all.length === 1 ? message : `${message} (${all.length} times)`,
      ...(pointer !== undefined && { pointer }),
      ...(details?.fix !== undefined && { fix: details.fix }),
      ...(isDocument && { errors: all }),
    }
  })
}

/** The place of the null in the result that an error explains, if the names show it. */
function pointerTo(
  path: readonly (string | number)[],
  result: string,
  data: unknown,
): string | undefined {
  const within = path.slice(result.split(".").length)
  const items = within.map((step, at) => (at === 0 && step === "nodes" ? "items" : step))
  for (const steps of [path, items]) {
    const names = steps.map((step) =>
      String(step).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
    let at = data
    let depth = 0
    while (typeof at === "object" && at !== null && Object.hasOwn(at, names[depth] ?? "")) {
      at = Reflect.get(at, names[depth] ?? "")
      depth += 1
    }
    if (depth > 0 && at === null) return `/${names.slice(0, depth).join("/")}`
  }
  return undefined
}

interface Result {
  readonly data: unknown
  /** The path of the result in the answer. */
  readonly result: string
  readonly isDocument: boolean
}

/** Everything that an answer with this result leaves out. */
export function shortfallsOf(answer: Answered, result: Result): ResultWarning[] {
  const partial = partialBySso(answer.headers)
  // GitHub has an error for every null that it explains.
  const gaps = answer.errors.length > 0 ? [] : gapsIn(answer.data)
  return [...(partial ? [partial] : []), ...warningsOf(answer, result), ...gaps]
}

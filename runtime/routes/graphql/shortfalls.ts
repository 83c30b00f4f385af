/** What a GraphQL answer leaves out, as warnings. Loaded by the first answer that is not everything. */
import { namesakeOf, type PrunableByPath } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import { classifyGraphqlError, type GraphqlError, partialBySso } from "../../errors/index.js"
import type { Answered } from "../../graphql/index.js"
import { isList } from "./gaps.js"

interface Result extends Omit<MappedResult, "answer"> {
  readonly isDocument: boolean
}

/** Everything that an answer with this result leaves out. */
export function shortfallsOf(answer: Answered, { isDocument, ...rest }: Result): ResultWarning[] {
  const result = { ...rest, answer: answer.data }
  const partial = partialBySso(answer.headers)
  // GitHub has an error for every null that it explains.
  const others =
    answer.errors.length > 0 ? warningsOf(answer, result, isDocument) : gapsIn(answer.data, result)
  return [...(partial ? [partial] : []), ...others]
}

/** The parts of a capability's answers, by the output fields that are made from them. */
export function partsIn(file: { readonly default: unknown } | undefined): PrunableByPath {
  const { graphql = {} }: { graphql?: PrunableByPath } = Object(file?.default)
  return graphql
}

/** The warnings about lists and items that are null without an error. */
function gapsIn(data: unknown, result: MappedResult): ResultWarning[] {
  const counts = new Map<string, number>()
  const add = (place: string) => counts.set(place, (counts.get(place) ?? 0) + 1)
  const walk = (value: unknown, place: string) => {
    if (Array.isArray(value)) {
      for (const item of value) item === null ? add(place) : walk(item, place)
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const inner = place === "" ? name : `${place}.${name}`
        if (member === null && isList(name)) add(inner)
        else if (member === null && name === "node" && place.endsWith("edges")) add(place)
        else walk(member, inner)
      }
    }
  }
  walk(data, "")
  return [...counts].map(([place, count]) => {
    const missing = `GitHub returns null in place of ${amount(count)} of ${place}`
    const why = "they are deleted, or the token cannot see them"
    return {
      code: "INCOMPLETE",
      message: `${missing}: ${why}${unknownFields([place.split(".")], result)}`,
      ...pointerMember([place.split(".")], result),
      fix: "Use a token with access to all items",
    }
  })
}

const amount = (count: number) => `${count} ${count === 1 ? "item" : "items"}`

/** The warnings about errors beside data, equal ones together. */
function warningsOf(
  { errors, headers }: Answered,
  result: MappedResult,
  isDocument: boolean,
): ResultWarning[] {
  const groups = new Map<string, [GraphqlError, ...GraphqlError[]]>()
  for (const error of errors) {
    const key = JSON.stringify([error.type, error.message])
    const group = groups.get(key)
    if (group) group.push(error)
    else groups.set(key, [error])
  }
  return [...groups.values()].map((all) => {
    const { code, message, details } = classifyGraphqlError(all[0], headers)
    const paths = all.flatMap(({ path }) => (path ? [path] : []))
    const verb = code === "AUTH" ? "GitHub withholds" : "GitHub does not return"
    const what = missingParts(paths, result.path)
    return {
      code: code === "AUTH" ? "WITHHELD" : "INCOMPLETE",
      message: what ? `${verb} ${what}${unknownFields(paths, result)}: ${message}` : message,
      ...pointerMember(paths, result),
      ...(details?.fix !== undefined && { fix: details.fix }),
      ...(isDocument && { errors: all }),
    }
  })
}

/** What is null, in words: `2 items of reviewThreads and milestone`. */
function missingParts(paths: readonly Path[], of: string): string {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const above = path.join(".").startsWith(`${of}.`) ? of.split(".") : []
    const names = path
      .slice(above.length)
      .filter((step) => !/^(?:\d+|nodes|edges|node)$/.test(`${step}`))
    const place = names.join(".") || `${above.at(-1) ?? path[0]}`
    const isItem = typeof path.at(-1) === "number"
    const key = isItem ? `of ${place}` : place
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const words = [...counts].map(([key, count]) => {
    if (key.startsWith("of ")) return `${amount(count)} ${key}`
    return count > 1 ? `${key} (${count} times)` : key
  })
  return words.join(" and ")
}

/** The fields that are null because they cannot be computed from the rest of a list. */
function unknownFields(paths: readonly Path[], result: MappedResult): string {
  const lists = paths.filter((path) => /(?:^|\.)(?:nodes|edges)(?:\.\d+)?$/.test(path.join(".")))
  const isNull = (field: string) => Object(result.data)[field] === null
  const fields = [...new Set(lists.flatMap((path) => affectedFields(path, result)))].filter(isNull)
  if (fields.length === 0) return ""
  return `, so ${fields.join(" and ")} ${fields.length === 1 ? "is" : "are"} null`
}

function pointerMember(paths: readonly Path[], result: MappedResult): { pointer?: string } {
  const [first, ...others] = paths.map((path) => pointerTo(path, result)?.split("/"))
  const common = others.reduce((all, one) => {
    const end = all?.findIndex((step, at) => step !== one?.[at]) ?? 0
    return end < 0 ? all : all?.slice(0, end)
  }, first)
  return common && common.length > 1 ? { pointer: common.join("/") } : {}
}

type Path = readonly (string | number)[]

interface MappedResult {
  readonly data: unknown
  /** The path of the result in the answer. */
  readonly path: string
  readonly answer: unknown
  /** The parts of the answer, by the output fields that are made from them. */
  readonly parts: PrunableByPath
}

/** A pointer to the value that lacks the part of the answer at a path, if the names show it. */
function pointerTo(path: Path, result: MappedResult): string | undefined {
  const { target, pointer, rest } = itemAt(path, result)
  if (rest.length === 0) return pointer || undefined
  const exact = nullIn(target, rest) ?? nullIn(target, path)
  if (exact !== undefined) return pointer + exact
  const fields = affectedFields(path, result)
  const isOwn = (field: string) => Object.hasOwn(Object(target), field)
  const field = fields.find((one) => Object(target)[one] === null) ?? fields.find(isOwn)
  return field === undefined ? pointer || undefined : `${pointer}/${field}`
}

/** The output fields that are made from the part of the answer at a path. */
function affectedFields(path: Path, { parts }: MappedResult): readonly string[] {
  const names = path.filter((step): step is string => typeof step === "string")
  for (let end = names.length; end > 0; end -= 1) {
    const name = names[end - 1] ?? ""
    const part = parts[names.slice(0, end - 1).join(".")]?.[name]
    if (part) return part[1] ?? [namesakeOf(name)]
  }
  return []
}

/** The object that a path leads into, which is the result or an item of it, and the rest of the path. */
function itemAt(path: Path, { data, path: of, answer }: MappedResult) {
  const isInside = path.join(".").startsWith(`${of}.`)
  const inside = isInside ? path.slice(of.split(".").length) : path
  const { items } = Object(data)
  const [list, at, ...rest] = inside
  if (!isInside || !Array.isArray(items) || (list !== "nodes" && list !== "edges"))
    return { target: data, pointer: "", rest: inside }
  const all: unknown = Object(of.split(".").reduce((value, name) => Object(value)[name], answer))[
    list
  ]
  const isItem = Array.isArray(all) && typeof at === "number" && Boolean(all[at])
  if (!isItem) return { target: items, pointer: "/items", rest: [] }
  // The result has no null items.
  const shifted = all.slice(0, at).filter((one: unknown) => one !== null).length
  return { target: items[shifted], pointer: `/items/${shifted}`, rest }
}

/** A pointer to the null that a path leads to, or to a value above it. */
function nullIn(target: unknown, path: Path): string | undefined {
  let at = target
  let pointer = ""
  for (const step of path) {
    if (typeof at !== "object" || at === null) break
    const name = [`${step}`, namesakeOf(`${step}`)].find((one) => Object.hasOwn(Object(at), one))
    if (name === undefined) break
    at = Reflect.get(at, name)
    pointer += `/${name}`
  }
  return at === null && pointer !== "" ? pointer : undefined
}

/** JSON pointers into a mapped result, for places of the GraphQL answer that it is made from. */
import { namesakeOf, type PrunableByPath } from "../../definition/index.js"

export type Path = readonly (string | number)[]

export interface MappedResult {
  readonly data: unknown
  /** The path of the result in the answer. */
  readonly path: string
  readonly answer: unknown
  /** The parts of the answer, by the output fields that are made from them. */
  readonly parts: PrunableByPath
}

/** A pointer to the value that lacks the part of the answer at a path, if the names show it. */
export function pointerTo(path: Path, result: MappedResult): string | undefined {
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
export function affectedFields(path: Path, { parts }: MappedResult): readonly string[] {
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

import { childPointer, type Snapshot } from "../input/index.js"
import { every, type PathPart, type Place } from "../reference/index.js"
import type { EachPlan } from "./each-plan.js"

/** The value at a place of a result; null where nothing is. */
export function valueAtPlace(data: unknown, path: readonly PathPart[]): unknown {
  const [part, ...rest] = path
  if (part === undefined) return data ?? null
  if (part === every) {
    return Array.isArray(data) ? data.map((item) => valueAtPlace(item, rest)) : null
  }
  const owner = typeof part === "number" ? Array.isArray(data) : isObject(data)
  if (!owner) return null
  const at = Array.isArray(data) ? data.at(Number(part)) : own(data, part)
  return valueAtPlace(at, rest)
}

function own(data: unknown, name: PathPart): unknown {
  return isObject(data) && Object.hasOwn(data, name) ? Reflect.get(data, name) : null
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A value for a place of an input. */
export interface Filling {
  readonly pointer: string
  readonly value: unknown
}

/** A copy of an input with the missing values filled in. */
export function fillIn({ value, issues }: Snapshot, fillings: readonly Filling[]): Snapshot {
  const known = new Map(fillings.map((one) => [one.pointer, one.value]))
  const fill = (at: unknown, pointer: string): unknown => {
    if (known.has(pointer)) return structuredClone(known.get(pointer))
    if (Array.isArray(at)) {
      return at.map((item, index) => fill(item, childPointer(pointer, String(index))))
    }
    if (!isObject(at)) return at
    return Object.fromEntries(
      Object.entries(at).map(([name, item]) => [name, fill(item, childPointer(pointer, name))]),
    )
  }
  return { value: fill(value, ""), issues }
}

/** Whether an item meets all conditions. */
export function meetsConditions(item: unknown, where: EachPlan["where"]): boolean {
  if (typeof where === "function") return where(item) === true
  return where.every(({ path, condition }) => {
    const values = valuesIn(condition)
    const isOne = [valueAtPlace(item, path)].flat().some((one) => values.includes(one))
    return isNegated(condition) ? !isOne : isOne
  })
}

/** The values that a condition names, whether directly or under its `not`. */
export function valuesIn(condition: unknown): readonly unknown[] {
  return [isNegated(condition) ? condition.not : condition].flat()
}

function isNegated(condition: unknown): condition is { readonly not: unknown } {
  return isObject(condition) && "not" in condition
}

/** Whether a list has more items on further pages. */
export function hasMorePages(data: unknown, { path }: Place): boolean {
  const page = valueAtPlace(data, [...path.slice(0, -1), "page_info", "has_next_page"])
  return path.at(-1) === "items" && page === true
}

import type { Page } from "../definition/index.js"
import type { Item, List, Nullish } from "./item.js"
import { truthy } from "./truth.js"
import { member } from "./values.js"

/** The items that are neither null nor absent. */
export function present<T extends List | Nullish>(
  list: T,
): NonNullable<Item<T>>[] | Extract<T, Nullish>
export function present(list: readonly unknown[] | null | undefined): unknown {
  return list?.filter((item) => item !== null && item !== undefined) ?? list
}

/** The empty page of a list whose parent is absent. */
export function emptyPage(): Page<never> {
  return { items: [], total_count: 0, page_info: { has_next_page: false, end_cursor: null } }
}

type Having<T, Key extends PropertyKey> = T extends object
  ? Key extends keyof T
    ? T
    : never
  : never

/** The items with a truthy value under a key. In a union, only members with the key can match. */
export function having<T extends List | Nullish, Key extends PropertyKey>(
  list: T,
  key: Key,
): Having<Item<T>, Key>[] | Extract<T, Nullish>
export function having(list: readonly unknown[] | null | undefined, key: PropertyKey): unknown {
  return list?.filter((item) => truthy(member(item, key))) ?? list
}

/** A list whose items keep their types. TypeScript would drop a type from `[a, b]` that is assignable to another. */
export function listOf<Items extends readonly unknown[]>(...items: Items): Items {
  return items
}

/** A slice with a step, such as `list[::-1]`. */
export function slice<T extends List>(
  list: T,
  start: number | null,
  stop: number | null,
  step: number,
): Item<T>[]
export function slice(
  list: List,
  start: number | null,
  stop: number | null,
  step: number,
): unknown[] {
  const clamp = (at: number) => {
    const index = at < 0 ? at + list.length : at
    return step < 0
      ? Math.min(Math.max(index, -1), list.length - 1)
      : Math.min(Math.max(index, 0), list.length)
  }
  const first = start === null ? (step < 0 ? list.length - 1 : 0) : clamp(start)
  const end = stop === null ? (step < 0 ? -1 : list.length) : clamp(stop)
  const indices: number[] = []
  for (let at = first; step > 0 ? at < end : at > end; at += step) indices.push(at)
  return indices.flatMap((at) => list.slice(at, at + 1))
}

/** Whether a list has the value as an item, or a string contains it. */
export function contains(subject: string | readonly unknown[], value: unknown): boolean {
  if (typeof subject !== "string") return subject.includes(value)
  return typeof value === "string" && subject.includes(value)
}

/** Sorts items by a key, ascending; strings by code point. The order of items with equal keys is kept. */
export function sortBy<T extends List>(list: T, key: (item: Item<T>) => string | number): Item<T>[]
export function sortBy(list: List, key: (item: unknown) => string | number): unknown[] {
  return list
    .map((item) => ({ item, key: key(item) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ item }) => item)
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === "number" || typeof b === "number") return Number(a) - Number(b)
  const [left, right] = [[...a], [...b]]
  const at = left.findIndex((character, index) => character !== right[index])
  const [one, other] = [left[at]?.codePointAt(0), right[at]?.codePointAt(0)]
  if (one === undefined || other === undefined) return left.length - right.length
  return one - other
}

/** The largest number in a list; null if it is empty. */
export function largest(list: readonly number[]): number | null {
  return list.length === 0 ? null : list.reduce((a, b) => Math.max(a, b))
}

/** The smallest number in a list; null if it is empty. */
export function smallest(list: readonly number[]): number | null {
  return list.length === 0 ? null : list.reduce((a, b) => Math.min(a, b))
}

/**
 * An object from name-value pairs.
 *
 * @throws RangeError if a name occurs twice, because one of its values would be lost
 */
export function fromItems<Value>(
  pairs: readonly (readonly [name: string, value: Value])[],
): Record<string, Value> {
  const names = new Set<string>()
  for (const [name] of pairs) {
    if (names.has(name)) throw new RangeError(`${JSON.stringify(name)} occurs twice`)
    names.add(name)
  }
  return Object.fromEntries(pairs)
}

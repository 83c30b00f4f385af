/**
 * What compiled path expressions call where plain TypeScript is not enough. The meaning is
 * JMESPath's; absent stands beside null and is kept apart from it.
 */

import type { Page } from "./definition.js"

type List = readonly unknown[]
type Nullish = null | undefined
/** The items of a list, which may be a list of one thing or a list of another. */
type Item<T> = T extends readonly (infer One)[] ? One : never

/** The items that are neither null nor absent. */
export function present<T extends List | Nullish>(
  list: T,
): NonNullable<Item<T>>[] | Extract<T, Nullish>
export function present(list: readonly unknown[] | null | undefined): unknown {
  return list?.filter((item) => item !== null && item !== undefined) ?? list
}

/** The page of a list that is not there, because there is nothing that it could be a list of. */
export function emptyPage(): Page<never> {
  return { items: [], total_count: 0, page_info: { has_next_page: false, end_cursor: null } }
}

type Having<T, Key extends PropertyKey> = T extends object
  ? Key extends keyof T
    ? T
    : never
  : never

/** The items that have something true-like under a key: of a union, those of the types that select it. */
export function having<T extends List | Nullish, Key extends PropertyKey>(
  list: T,
  key: Key,
): Having<Item<T>, Key>[] | Extract<T, Nullish>
export function having(list: readonly unknown[] | null | undefined, key: PropertyKey): unknown {
  return list?.filter((item) => truthy(member(item, key))) ?? list
}

type Member<T, Key extends PropertyKey> = T extends null | undefined
  ? undefined
  : Key extends keyof T
    ? T[Key]
    : undefined

/** A property that only some members of a union have. */
export function member<T, Key extends PropertyKey>(value: T, key: Key): Member<T, Key>
export function member(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined
  return Reflect.get(value, key)
}

/** Applies a function to a value that is there; null and absent stay what they are. */
export function given<T, Result>(
  value: T,
  apply: (value: NonNullable<T>) => Result,
): Result | Extract<T, null | undefined>
export function given(value: unknown, apply: (value: object) => unknown): unknown {
  return value === null || value === undefined ? value : apply(value)
}

/** A list whose items keep their types: in `[a, b]` TypeScript drops one that fits another. */
export function listOf<Items extends readonly unknown[]>(...items: Items): Items[number][] {
  return [...items]
}

/** `value ?? null`, for which TypeScript drops a type of a union that fits another. */
export function orNull<T>(value: T): Exclude<T, undefined> | null
export function orNull(value: unknown): unknown {
  return value ?? null
}

/** Gives a value a name. */
export function pipe<T, Result>(value: T, apply: (value: T) => Result): Result {
  return apply(value)
}

/** JMESPath's idea of true: not null, absent, false, `""`, `[]` or `{}`. Zero is true. */
export function truthy(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === "") return false
  return typeof value !== "object" || Object.keys(value).length > 0
}

/** `left || right`. */
export function either<Left, Right>(
  left: Left,
  right: Right,
): Exclude<Left, null | undefined | false | ""> | Right
export function either(left: unknown, right: unknown): unknown {
  return truthy(left) ? left : right
}

type Falsy<T> = T extends number | true
  ? never
  : T extends object
    ? T extends readonly unknown[]
      ? T
      : object extends T
        ? T
        : never
    : T extends string
      ? "" extends T
        ? ""
        : never
      : T

/** `left && right`. */
export function both<Left, Right>(left: Left, right: Right): Falsy<Left> | Right
export function both(left: unknown, right: unknown): unknown {
  return truthy(left) ? right : left
}

/** A value that is false-like. */
export function falsy<T>(value: T): Falsy<T>
export function falsy(value: unknown): unknown {
  return value
}

/**
 * Deep equality; null and absent are equal. A property is `undefined` only where an expression has
 * built the object, and there it is null to JMESPath.
 */
export function equal(left: unknown, right: unknown): boolean {
  if ((left ?? null) === (right ?? null)) return true
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return false
  }
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && equal(Reflect.get(left, key), Reflect.get(right, key)),
    )
  )
}

/** A slice with a step, as in `list[::-1]`. */
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

/** Whether a list has the value among its items, or a text has it in it. */
export function contains(subject: string | readonly unknown[], value: unknown): boolean {
  if (typeof subject !== "string") return subject.includes(value)
  return typeof value === "string" && subject.includes(value)
}

/** The number of code points. */
export function characters(text: string): number {
  return [...text].length
}

/** The items in ascending order of a key, texts by code point; equal keys keep their order. */
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

/** A string as it is, anything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null)
}

/** The number a text spells, or null. */
export function toNumber(value: string | number): number | null {
  const number = Number(value)
  return Number.isNaN(number) ? null : number
}

/** A text in upper case; of an enum's values, their upper case. */
export function upperCase<T extends string>(text: T): Uppercase<T>
export function upperCase(text: string): string {
  return text.toUpperCase()
}

/** A text in lower case; of an enum's values, their lower case. */
export function lowerCase<T extends string>(text: T): Lowercase<T>
export function lowerCase(text: string): string {
  return text.toLowerCase()
}

const CHUNK = 8192

/** Base64 of the UTF-8 text. */
export function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const parts: string[] = []
  // A call takes only so many arguments: 125,000 are too many for some engines.
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)))
  }
  return btoa(parts.join(""))
}

/** The UTF-8 text that a Base64 text holds; white space in it is skipped, as GitHub wraps lines. */
export function fromBase64(encoded: string): string {
  const bytes = Uint8Array.from(atob(encoded.replace(/\s/g, "")), (unit) => unit.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

/** The last lines of a text. */
export function tail(text: string, lines: number): string {
  const all = text.replace(/\n$/, "").split("\n")
  return lines > 0 ? all.slice(-lines).join("\n") : ""
}

/** The largest number of a list, or null. */
export function largest(list: readonly number[]): number | null {
  return list.length === 0 ? null : list.reduce((a, b) => Math.max(a, b))
}

/** The smallest number of a list, or null. */
export function smallest(list: readonly number[]): number | null {
  return list.length === 0 ? null : list.reduce((a, b) => Math.min(a, b))
}

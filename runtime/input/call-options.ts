import type { Page } from "../definition/index.js"
import { kindOf } from "./known-options.js"

/**
 * Names of the fields that can be requested individually. For pages, these are the fields of the items; for objects
 * of several types, the fields of all types.
 */
export type FieldOf<T> =
  T extends Page<infer Item, number | null> ? NameIn<Item> : unknown extends T ? string : NameIn<T>

type NameIn<T> = T extends unknown ? keyof T & string : never

export type FieldList<T> = readonly FieldOf<T>[]

/** A result with some fields; on a page every item has them, and the page's own fields stay. */
export type Only<T, Fields extends readonly unknown[]> =
  T extends Page<infer Item, infer Count>
    ? Page<Some<Item, Fields>, Count>
    : unknown extends T
      ? unknown
      : Some<T, Fields>

/**
 * An object with some of its members. For objects of several types, each keeps the members that it has. Of a list that
 * only the running program knows, each member may be absent.
 */
export type Some<T, Fields extends readonly unknown[]> = T extends unknown
  ? number extends Fields["length"]
    ? Partial<Pick<T, Extract<keyof T, Fields[number]>>>
    : Pick<T, Extract<keyof T, Fields[number]>>
  : never

/** Which fields of a result are requested. */
export interface FieldsOption<Fields extends readonly unknown[]> {
  /** The fields to return, at least one. Routes that support it request only these. */
  fields: Fields | undefined
}

/** How much of a list to read. */
export interface AllOptions {
  /** Maximum number of items; every item by default. */
  limit?: number | undefined
}

/** Options for a write that is applied only once. */
export interface KeyOption {
  /**
   * Names this write, such as `nightly:41`. If its outcome is unknown, it is looked for or sent again, so
   * that it is applied only once. 1 to 200 characters; reads refuse it.
   */
  key?: string | undefined
  /**
   * When an earlier process recorded the intent to send the write, ISO 8601. Objects created since then count as its
   * result.
   */
  intended_at?: string | undefined
}

/** Begins the name of an option that stands for a value that is no object. */
export const notObject = "not "

/** Unchecked options of a call. */
export interface GivenOptions {
  readonly all?: unknown
  readonly fields?: unknown
  readonly key?: unknown
  readonly intended_at?: unknown
}

/**
 * A copy of those that are given, because the caller may change them later; undefined without any. A value that is no
 * object becomes an option that no feature takes, so that the call is refused.
 */
export function copyOf(options: GivenOptions | undefined): GivenOptions | undefined {
  if (options === undefined) return undefined
  const kind = kindOf(options)
  if (kind !== "object") return { [`${notObject}${kind}`]: true }
  const given = Object.entries({ ...options }).filter(([, value]) => value !== undefined)
  if (given.length === 0) return undefined
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  )
}

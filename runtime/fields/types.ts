import type { Page } from "../definition/index.js"

/**
 * The fields of a result by which less can be asked for: those of its items where it comes in pages, and of
 * objects of several types those of all.
 */
export type FieldOf<T> =
  T extends Page<infer Item, number | null> ? NameIn<Item> : unknown extends T ? string : NameIn<T>

type NameIn<T> = T extends unknown ? keyof T & string : never

/** A result with some fields; on a page every item has them, and the page's own fields stay. */
export type Only<T, Field> =
  T extends Page<infer Item, infer Count>
    ? Page<Some<Item, Field>, Count>
    : unknown extends T
      ? unknown
      : Some<T, Field>

/** An object with some of its members; of one of several types those that it has. */
export type Some<T, Field> = T extends unknown ? Pick<T, Extract<keyof T, Field>> : never

/** Which fields of a result are wanted. */
export interface FieldsOption<Field> {
  /** The fields to return and, where a route can request less, to request. At least one. */
  fields: readonly Field[]
}

/** Makes a write take place once. */
export interface KeyOption {
  /**
   * Names this write, such as `nightly:41`. If its outcome is unknown, it is looked for or sent again, so
   * that it is applied only once. 1 to 200 characters; reads refuse it.
   */
  key?: string
  /**
   * When an earlier process recorded the intent to send it, ISO 8601. Objects created since then count as
   * its result.
   */
  intended_at?: string
}

/** Unchecked options of a call. */
export interface GivenOptions {
  readonly fields?: unknown
  readonly key?: unknown
  readonly intended_at?: unknown
}

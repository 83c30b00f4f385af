import type { Page } from "../definition/index.js"

/**
 * The fields of a result by which less can be asked for: those of its items where it comes in pages, and of
 * objects of several types those of all.
 */
export type FieldOf<T> =
  T extends Page<infer Item, number | null> ? NameIn<Item> : unknown extends T ? string : NameIn<T>

type NameIn<T> = T extends unknown ? keyof T & string : never

/** A result with some fields; of a page every item has them, and what the page says of itself stays. */
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
  /** Only these are given and, where a route can ask for less, asked for. At least one. */
  fields: readonly Field[]
}

/** What makes a write happen once. */
export interface KeyOption {
  /**
   * Names this write, such as `nightly:41`: where nobody knows whether it was carried out, it is looked for or
   * sent again, so that it takes place once. 1 to 200 characters; of reads it is refused.
   */
  key?: string
  /**
   * When an earlier process meant to send it, ISO 8601, where it may have done so: what was made since then is
   * taken for what it made, and looked for as far back.
   */
  intended_at?: string
}

/** The options of a call, as they were given: of whatever type. */
export interface GivenOptions {
  readonly fields?: unknown
  readonly key?: unknown
  readonly intended_at?: unknown
}

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

/** Which fields a call wants, as it was given: of whatever type. */
export interface GivenFields {
  readonly fields?: unknown
}

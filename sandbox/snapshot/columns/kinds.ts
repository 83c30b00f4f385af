import type { Tables } from "../../tables/index.js"

/** The kind of a row's property. Maps, and objects whose keys are data, are distinct from others. */
export type Kind =
  | "text"
  | "time"
  | "commit"
  | "number"
  | "flag"
  | "list"
  | "set"
  | "by number"
  | "by text"
  | "data"
  | "object"
  | `id in ${keyof Tables}`
  | `ids in ${keyof Tables}`

export type Column = Kind | `${Kind} or null`

type KindOf<Value> = Value extends string
  ? "text" | "time" | "commit"
  : Value extends number
    ? "number" | `id in ${keyof Tables}`
    : Value extends boolean
      ? "flag"
      : Value extends readonly unknown[]
        ? "list" | `ids in ${keyof Tables}`
        : Value extends ReadonlyMap<infer Key, unknown>
          ? Key extends number
            ? "by number"
            : "by text"
          : Value extends ReadonlySet<unknown>
            ? "set"
            : string extends keyof Value
              ? "data"
              : "object"

type ColumnOf<Value> = null extends Value ? `${KindOf<NonNullable<Value>>} or null` : KindOf<Value>

/** The columns of a table. The compiler requires each, with the kind of its property. */
export type ColumnsOf<Name extends keyof Tables> = {
  readonly [Table in Name]: {
    readonly [Property in keyof Tables[Table]]: ColumnOf<Tables[Table][Property]>
  }
}

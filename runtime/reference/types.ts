/** The types of references. */

declare const holds: unique symbol

/** A reference to a value in the result of a step that has not run yet. */
export interface Reference<T> {
  /** Exists only for the type-checker. */
  readonly [holds]: T
}

/**
 * A future result: read its members as those of the data, and pass them to inputs of later steps. `at(0)`
 * is an item of a list, which may be missing; `required()` refuses null.
 *
 * @example
 * const created = ghx.issue.create({ owner, repo, title: "Flaky test" })
 * await chain(created, ghx.issue.close({ owner, repo, issue_number: created.out.number }))
 */
export type Out<T> = unknown extends T
  ? Reference<T>
  : Reference<T> & Members<NonNullable<T>, Extract<T, null>> & Needed<T>

type Members<T, Null> = T extends Plain
  ? unknown
  : T extends readonly (infer Item)[]
    ? { at(index: number): Out<Item | null> }
    : { readonly [Key in keyof T]-?: Out<Exclude<T[Key], undefined> | Absent<T[Key]> | Null> }

/** The type of a reference has null instead of an absent optional member. */
type Absent<T> = undefined extends T ? null : never

type Needed<T> = null extends T ? { required(): Out<NonNullable<T>> } : unknown

type Plain = string | number | boolean | Uint8Array

/** An input in which any value may be a reference to such a value. */
export type WithReferences<Input> = { [Key in keyof Input]: Value<Input[Key]> }

/** A value, or a reference to such a value. */
export type Value<T> =
  | T
  | Reference<Exclude<T, undefined>>
  | (T extends Plain | null | undefined
      ? never
      : T extends readonly (infer Item)[]
        ? readonly Value<Item>[]
        : { [Key in keyof T]: Value<T[Key]> })

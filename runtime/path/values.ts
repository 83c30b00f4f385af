/** The type of a member of a value that may be absent. */

type Member<T, Key extends PropertyKey> = T extends null | undefined
  ? undefined
  : Key extends keyof T
    ? T[Key]
    : undefined

/** A property that only some types of a union have. */
export function member<T, Key extends PropertyKey>(value: T, key: Key): Member<T, Key>
export function member(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined
  return Reflect.get(value, key)
}

/** Applies a function to a present value; null and absent stay. */
export function given<T, Result>(
  value: T,
  apply: (value: NonNullable<T>) => Result,
): Result | Extract<T, null | undefined>
export function given(value: unknown, apply: (value: object) => unknown): unknown {
  return value === null || value === undefined ? value : apply(value)
}

/** `value ?? null`; TypeScript would drop a type of the union that is assignable to another. */
export function orNull<T>(value: T): Exclude<T, undefined> | null
export function orNull(value: unknown): unknown {
  return value ?? null
}

/** Binds a value to a name. */
export function pipe<T, Result>(value: T, apply: (value: T) => Result): Result {
  return apply(value)
}

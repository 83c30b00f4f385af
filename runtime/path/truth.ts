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

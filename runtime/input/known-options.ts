import { reasonOf } from "../errors/index.js"

export const count = "whole number of at least 1"
export const amount = "number of at least 0"
export const milliseconds = "positive number of milliseconds"

/** The expected kind of a value, in words. */
type Kind<Value> = Value extends AbortSignal
  ? "AbortSignal"
  : Value extends string
    ? "string"
    : Value extends number
      ? typeof count | typeof amount | typeof milliseconds
      : Value extends boolean
        ? "boolean"
        : Value extends (...given: never) => unknown
          ? "function"
          : "object" | "Map"

/**
 * All options with their expected kinds: a record, so that the compiler notices a missing one. `true`
 * leaves the check to the option's user.
 */
export type Known<Options> = {
  readonly [Name in keyof Required<Options>]:
    | true
    | Kind<Required<Options>[Name]>
    | `${Kind<Required<Options>[Name]>} or ${Kind<Required<Options>[Name]>}`
}

/**
 * The given `options`, including inherited ones, such as those of a class: a copy must not lose a guard.
 * Throws for an unknown option or a wrong type: a misspelt `timeout_ms` must not mean no limit. Types say
 * so already, but many callers have none.
 */
export function checkOptions<Options extends object>(
  of: string,
  options: Options,
  known: Known<Options>,
): Partial<Options>
export function checkOptions(
  of: string,
  options: object,
  known: Readonly<Record<string, unknown>>,
) {
  if (kindOf(options) !== "object") {
    throw new TypeError(`${of} takes an object of options, not ${kindOf(options)}`)
  }
  const names = Object.keys(known)
  const strange = Object.keys(options).find((name) => !names.includes(name))
  if (strange !== undefined) {
    throw new TypeError(`${of} has no option \`${strange}\`; it has ${names.join(", ")}`)
  }
  const given: Record<string, unknown> = {}
  for (const name of names) {
    const value = read(of, options, name)
    if (value === undefined) continue
    given[name] = value
    const kinds = known[name]
    if (kinds === true || `${kinds}`.split(" or ").some((kind) => isA(kind, value))) continue
    const found = typeof value === "number" ? value : kindOf(value)
    throw new TypeError(`${of} takes \`${name}\` as ${kinds}, not ${found}`)
  }
  return given
}

/** Checked options, with `defaults` for missing ones. */
export function withDefaults<Options extends object>(
  of: string,
  given: Partial<Options>,
  known: Known<Options>,
  defaults: Options,
): Options {
  return { ...defaults, ...checkOptions<object>(of, given, known) }
}

function read(of: string, options: object, name: string): unknown {
  try {
    return Reflect.get(options, name)
  } catch (error) {
    throw new TypeError(`${of} has options that cannot be read: ${reasonOf(error)}`)
  }
}

function isA(kind: string, value: unknown): boolean {
  if (kind === "AbortSignal") return "aborted" in Object(value)
  if (kind === count) return Number.isInteger(value) && Number(value) > 0
  if (kind === amount) return typeof value === "number" && value >= 0
  if (kind === milliseconds) return typeof value === "number" && value > 0
  return kindOf(value) === kind
}

/** The kind of a value in one word, for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return "null"
  // Its entries are no properties, so reading by name would find nothing.
  if (value instanceof Map) return "Map"
  return Array.isArray(value) ? "array" : typeof value
}

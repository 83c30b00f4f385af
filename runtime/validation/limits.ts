import type { JsonSchema, JsonType } from "../definition/index.js"
import { add, type Check, isFull, isObject } from "./keyword.js"

type Keeps = (value: unknown) => boolean

/** Makes the check of a keyword, such as `maxLength`, that ignores values of other types. */
const limit =
  (keyword: keyof JsonSchema, keepsOf: (schema: JsonSchema) => Keeps) =>
  (schema: JsonSchema): Check | undefined => {
    if (schema[keyword] === undefined) return undefined
    const keeps = keepsOf(schema)
    return {
      keeps,
      report(value, at, found) {
        if (!keeps(value)) add(found, keyword, schema, at)
      },
    }
  }

const ofList = (keeps: (list: readonly unknown[]) => boolean): Keeps => {
  return (value) => !Array.isArray(value) || keeps(value)
}
const ofText = (keeps: (text: string) => boolean): Keeps => {
  return (value) => typeof value !== "string" || keeps(value)
}
const ofNumber = (keeps: (number: number) => boolean): Keeps => {
  // A value that is not a JSON number only violates `type`.
  return (value) => typeof value !== "number" || !Number.isFinite(value) || keeps(value)
}

const isKind: Readonly<Record<JsonType, Keeps>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
}

export const type = limit("type", ({ type: types = [] }) => {
  if (typeof types === "string") return isKind[types]
  const kinds = types.map((one) => isKind[one])
  return (value) => kinds.some((is) => is(value))
})

export const required = limit("required", ({ required: names = [] }) => {
  return (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name))
})

export const minItems = limit("minItems", ({ minItems: least = 0 }) =>
  ofList(({ length }) => length >= least),
)
export const maxItems = limit("maxItems", ({ maxItems: most = 0 }) =>
  ofList(({ length }) => length <= most),
)
const differ = limit("uniqueItems", ({ uniqueItems: unique = false }) =>
  ofList((list) => !unique || new Set(list.map(canonical)).size === list.length),
)

/** Comparing items takes the longest of all checks, so it is skipped if enough problems were found already. */
export const uniqueItems: typeof differ = (schema) => {
  const check = differ(schema)
  return (
    check && {
      keeps: check.keeps,
      report(value, at, found) {
        if (!isFull(found)) check.report(value, at, found)
      },
    }
  )
}

export const minLength = limit("minLength", ({ minLength: least = 0 }) =>
  ofText((text) => text.length >= least && (text.length >= 2 * least || characters(text) >= least)),
)
export const maxLength = limit("maxLength", ({ maxLength: most = 0 }) =>
  ofText((text) => text.length <= most || (text.length <= 2 * most && characters(text) <= most)),
)
export const pattern = limit("pattern", ({ pattern: source = "" }) => {
  const expression = new RegExp(source, "u")
  return ofText((text) => expression.test(text))
})

export const minimum = limit("minimum", ({ minimum: least = 0 }) =>
  ofNumber((number) => number >= least),
)
export const maximum = limit("maximum", ({ maximum: most = 0 }) =>
  ofNumber((number) => number <= most),
)

export const bytes = limit("contentMediaType", () => (value) => value instanceof Uint8Array)
export const constant = limit("const", (schema) => (value) => value === schema.const)
export const enumeration = limit("enum", (schema) => {
  const values = new Set<unknown>(schema.enum)
  return (value) => values.has(value)
})

/** The length of a string in code points, as JSON Schema counts: an emoji is one character. */
function characters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A canonical form: equal values have equal forms, whatever the order of their members. */
function canonical(value: unknown): unknown {
  if (typeof value !== "object" && typeof value !== "string") return value
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

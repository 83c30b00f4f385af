import type { JsonSchema, JsonType } from "../definition/index.js"
import { childPointer } from "../input/index.js"

/** One keyword of a schema that a value violates. */
export interface Violation {
  readonly keyword: string
  /** JSON pointer to the offending value. */
  readonly pointer: string
  /** The schema that has the keyword. */
  readonly schema: JsonSchema
  /** The path of that schema, to distinguish the branches of an `anyOf`. */
  readonly schema_path: string
}

/** A compiled keyword: `keeps` is a fast test, `report` finds all violations. */
export interface Check {
  keeps(value: unknown): boolean
  /** Adds the violations of the value to `found`. */
  report(value: unknown, at: Position, found: Violation[]): void
}

/** The paths of a value and its schema. */
export interface Position {
  readonly pointer: string
  readonly schema_path: string
}

/** Maximum number of reported violations. */
const most = 200

export const isFull = (found: readonly Violation[]): boolean => found.length >= most

export function add(found: Violation[], keyword: string, schema: JsonSchema, at: Position): void {
  if (!isFull(found)) found.push({ keyword, schema, ...at })
}

/** The place of the member `name` of a value, whose schema is at `way`. */
export function within(
  { pointer, schema_path }: Position,
  name: string | undefined,
  ...way: readonly string[]
): Position {
  return {
    pointer: name === undefined ? pointer : childPointer(pointer, name),
    schema_path: way.reduce(childPointer, schema_path),
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

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

import fc from "fast-check"
import type { JsonSchema, JsonType } from "../../definition/index.js"

/** Invalid values. They are flat, so that lists with unique items contain no nested lists. */
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, "", "a", "😀", "OPEN", "2026-01-01T00:00:00Z"),
  fc.constantFrom(0, 1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 0.5, 1e300),
  fc.string({ unit: "grapheme", maxLength: 5 }),
)
// Without `constructor`: where items must differ, typebox treats two items that differ only by it as equal.
const strange = fc.constantFrom("__proto__", "valueOf", "toString", "a/b", "~", "issueNumber")
const junk = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.oneof(strange, fc.string({ maxLength: 3 })), scalar, { maxKeys: 3 }),
)
/** Values without JSON form that a mapping may produce from incomplete answers. */
const unlikeJson = fc.constantFrom(undefined, Number.NaN)

type Change = "remove" | "replace" | "add"

/** Values that nearly match a schema: at most three places are changed. */
export function arbitraryValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const change = fc.record({
    place: fc.nat(),
    kind: fc.constantFrom<Change>("remove", "replace", "replace", "add"),
    name: strange,
    // `uniqueItems` is only defined for JSON values.
    value: JSON.stringify(schema).includes("uniqueItems") ? junk : fc.oneof(junk, unlikeJson),
  })
  return fc
    .tuple(fitting(schema), fc.array(change, { maxLength: 3 }))
    .map(([value, changes]) => changes.reduce<unknown>(changed, value))
}

/** A value that matches a schema, unless its keywords contradict each other. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.contentMediaType) return fc.uint8Array({ maxLength: 3 })
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map(fitting))
  const types = [schema.type ?? kindMeant(schema)].flat()
  return fc.oneof(...types.map((type) => fittingOf(type, schema)))
}

function kindMeant({ properties, required, items, uniqueItems, minimum, maximum }: JsonSchema) {
  if (properties ?? required) return "object"
  if (items ?? uniqueItems !== undefined) return "array"
  return (minimum ?? maximum) === undefined ? "string" : "number"
}

function fittingOf(type: JsonType, schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case "object":
      return fittingObject(schema)
    case "array": {
      const { items, minItems: minLength = 0, maxItems = minLength + 3, uniqueItems } = schema
      const member = items ? fitting(items) : scalar
      const size = { minLength, maxLength: Math.max(minLength, Math.min(maxItems, minLength + 3)) }
      return fc.oneof(
        fc.array(member, size),
        ...(uniqueItems ? [member.map((twice) => [twice, twice])] : []),
      )
    }
    case "string": {
      const { minLength = 0, maxLength = minLength + 5, pattern } = schema
      // The library makes no strings for these.
      const isMade = pattern !== undefined && !/\\p\{|\(\?!/.test(pattern)
      if (isMade) return fc.stringMatching(RegExp(pattern))
      const most = Math.max(minLength, Math.min(maxLength, minLength + 5))
      return fc.string({ unit: "grapheme", minLength, maxLength: most })
    }
    case "integer":
    case "number": {
      const { minimum = -5, maximum = 5 } = schema
      const [least, most] = [Math.ceil(minimum), Math.floor(maximum)]
      return fc.constantFrom(least, most, Math.min(least + 1, most), minimum, maximum)
    }
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
  }
}

function fittingObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fitting(schema)]),
  )
  const requiredKeys = required.filter((name) => Object.hasOwn(members, name))
  return fc.record(members, { requiredKeys, noNullPrototype: true })
}

interface Changing {
  readonly place: number
  readonly kind: Change
  readonly name: string
  readonly value: unknown
}

/** A copy with one place changed, by an index that wraps around. */
function changed(root: unknown, { place, kind, name, value }: Changing): unknown {
  const copy: { root: unknown } = structuredClone({ root })
  const places = placesIn(copy)
  const { parent, key } = places[place % places.length] ?? { parent: copy, key: "root" }
  if (kind === "remove" && !Array.isArray(parent)) Reflect.deleteProperty(parent, key)
  else if (kind === "add") put(Object(Reflect.get(parent, key)), name, value)
  else put(parent, key, value)
  return copy.root
}

/** A member of any name, as JSON.parse creates it (`__proto__` too). */
function put(parent: object, name: string, value: unknown): void {
  if (Array.isArray(parent) && !/^\d+$/.test(name)) parent.push(value)
  else Object.defineProperty(parent, name, { value, ...plain })
}

const plain = { writable: true, enumerable: true, configurable: true }

function placesIn(value: unknown): { parent: object; key: string }[] {
  // A Uint8Array holds only numbers: any value put into it becomes one.
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return []
  const parent = value
  return Object.keys(parent).flatMap((key) => [
    { parent, key },
    ...placesIn(Reflect.get(parent, key)),
  ])
}

import type { JsonSchema } from "../../runtime/definition/index.js"
import { compose, type PathNode } from "../jmespath/index.js"
import {
  ABSENT,
  ANY,
  alternatives,
  arrayOf,
  isMap,
  isNullish,
  type ObjectShape,
  objectOf,
  present,
  type Shape,
  toJsonSchema,
} from "../shape/index.js"
import { snakeCase } from "../text/index.js"

/** Keywords of an input: a subset of JSON Schema, and two of our own. */
export type Keywords = Readonly<Record<string, unknown>>

/** The order of keywords in a contract: type first, descriptions last. */
const ORDER = [
  "title",
  "extends",
  "type",
  "anyOf",
  "oneOf",
  "enum",
  "const",
  "x-ghx-node",
  "x-ghx-content",
  "items",
  "required",
  "additionalProperties",
  "properties",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minLength",
  "pattern",
  "maxLength",
  "minimum",
  "maximum",
  "default",
  "deprecated",
  "description",
]

export function keywordsIn(value: unknown): Keywords {
  return isMap(value) ? value : {}
}

/** Merges keywords: `own` overrides `base`, also within items and properties. */
export function mergeKeywords(base: Keywords, own: Keywords): Keywords {
  const result: Record<string, unknown> = { ...base, ...own }
  for (const key of ["items", "properties"]) {
    if (base[key] === undefined || own[key] === undefined) continue
    const [one, other] = [keywordsIn(base[key]), keywordsIn(own[key])]
    result[key] = key === "items" ? mergeKeywords(one, other) : mergeMembers(one, other)
  }
  return result
}

function mergeMembers(base: Keywords, own: Keywords): Keywords {
  const names = [...new Set([...Object.keys(base), ...Object.keys(own)])]
  return Object.fromEntries(
    names.map((name) => [name, mergeKeywords(keywordsIn(base[name]), keywordsIn(own[name]))]),
  )
}

export function inContractOrder(keywords: Keywords): Keywords {
  const known = ORDER.filter((key) => keywords[key] !== undefined)
  const others = Object.keys(keywords).filter((key) => !ORDER.includes(key))
  return Object.fromEntries(
    [...known, ...others].map((key) => {
      const value = keywords[key]
      if (key === "items") return [key, inContractOrder(keywordsIn(value))]
      if (key !== "properties") return [key, value]
      const properties = Object.entries(keywordsIn(value))
      return [
        key,
        Object.fromEntries(
          properties.map(([name, one]) => [name, inContractOrder(keywordsIn(one))]),
        ),
      ]
    }),
  )
}

/** The same schema, also allowing null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf, oneOf } = schema
  const types = type === undefined ? [] : [type].flat()
  const choices = anyOf ?? oneOf
  if (types.includes("null") || choices?.some((one) => one.type === "null")) return schema
  return {
    ...schema,
    ...(type !== undefined && { type: [...types, "null"] }),
    ...(values && { enum: [...values, null] }),
    ...(anyOf && { anyOf: [...anyOf, { type: "null" }] }),
    ...(oneOf && { oneOf: [...oneOf, { type: "null" }] }),
  }
}

/**
 * The keywords of an input that fills a shape; undefined if the shape is not specific enough. Nullable values become
 * optional, because only the card can declare that null clears a value. With `pick`, an object, or each item of a
 * list, has only these properties.
 */
export function schemaOf(shape: Shape, pick?: readonly string[]): Keywords | undefined {
  const schema = toJsonSchema(asInput(shape, pick))
  return schema && keywordsIn(schema)
}

function asInput(shape: Shape, pick?: readonly string[]): Shape {
  const given = present(shape)
  switch (given.kind) {
    case "array":
      return arrayOf(asInput(given.items, pick))
    case "object":
      return asInputObject(given, pick)
    case "union":
      return { kind: "union", members: given.members.map((one) => asInput(one)) }
    default:
      return given
  }
}

/** Properties in snake_case. Only for objects of GraphQL, whose description has all properties. */
function asInputObject({ fields, rest, name }: ObjectShape, pick?: readonly string[]): Shape {
  if (rest !== undefined || name === undefined || !/^[A-Z]/.test(name)) return ANY
  const properties = Object.entries(fields).flatMap(([field, { shape }]): [string, Shape][] => {
    const own = snakeCase(field)
    if (pick !== undefined && !pick.includes(own)) return []
    const inner = asInput(shape)
    const members = [...alternatives(inner), ABSENT]
    return [[own, isNullish(shape) ? { kind: "union", members } : inner]]
  })
  return objectOf(Object.fromEntries(properties))
}

/**
 * An expression that renames an input's snake_case properties to those of a variable, or the input itself if they
 * agree. With `pick`, only these properties are passed on.
 */
export function renameProperties(input: string, shape: Shape, pick?: readonly string[]): PathNode {
  const given = present(shape)
  const own = compose.field(input)
  if (given.kind === "array") {
    const items = present(given.items)
    const parts = items.kind === "object" ? partsOf(items.fields, pick) : undefined
    return parts === undefined ? own : compose.dotted(compose.flattened(own), parts)
  }
  const parts = given.kind === "object" ? partsOf(given.fields, pick) : undefined
  return parts === undefined ? own : compose.dotted(own, parts)
}

/** `{path: path, startLine: start_line}`; undefined if every property is passed on unchanged. */
function partsOf(
  fields: Extract<Shape, { kind: "object" }>["fields"],
  pick: readonly string[] | undefined,
): PathNode | undefined {
  const parts = Object.entries(fields).flatMap(([field, { shape }]) => {
    const name = snakeCase(field)
    if (pick !== undefined && !pick.includes(name)) return []
    return [[field, renameProperties(name, shape)] as const]
  })
  const isAsItIs = parts.every(([field, one]) => one.type === "Field" && one.name === field)
  return pick === undefined && isAsItIs ? undefined : compose.hash(parts)
}

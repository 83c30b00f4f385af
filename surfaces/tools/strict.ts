/**
 * A schema for OpenAI's strict mode, in which every property is required, and null if it is left out. Two kinds of
 * values that strict mode cannot express are encoded, and decoded afterwards: an optional input that itself may be
 * null becomes `{ value }`, and an object with arbitrary members becomes JSON.
 */
import type { JsonSchema } from "../../runtime/index.js"
import { parseJson, tried } from "../../runtime/text/index.js"

/** Keywords of contracts that strict mode supports; the call itself checks the others. */
const known: ReadonlySet<string> = new Set(
  "type description enum const pattern minimum maximum minItems maxItems".split(" "),
)

export function strictSchema(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, description, required = [] } = schema
  if (isFree(schema)) {
    return { type: "string", description: [description, "As JSON."].filter(Boolean).join(" ") }
  }
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => known.has(keyword)))
  return {
    ...kept,
    ...(items && { items: strictSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(strictSchema) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [
          name,
          required.includes(name) ? strictSchema(one) : optional(one),
        ]),
      ),
      required: Object.keys(properties),
      additionalProperties: false,
    }),
  }
}

/** Decodes the arguments of a call in strict mode to the contract's form. */
export function fromStrict(schema: JsonSchema, value: unknown): unknown {
  // The contract's validation reports a value that is not JSON.
  if (isFree(schema))
    return typeof value === "string" ? tried(() => parseJson(value), value) : value
  if (Array.isArray(value)) return value.map((item) => fromStrict(schema.items ?? {}, item))
  const { properties = {}, required = [] } = schema
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).flatMap(([name, one]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (own === undefined) return [[name, one]]
    if (required.includes(name)) return [[name, fromStrict(own, one)]]
    if (one === null) return []
    const given = isNullable(own) && Object.hasOwn(Object(one), "value") ? Object(one).value : one
    return [[name, fromStrict(own, given)]]
  })
  return Object.fromEntries(members)
}

function optional(schema: JsonSchema): JsonSchema {
  const { description, default: value, ...rest } = strictWithDefault(schema)
  const sentences = [description, value === undefined ? "" : `${JSON.stringify(value)} when null.`]
  const words = sentences.filter(Boolean).join(" ")
  return {
    ...(words && { description: words }),
    anyOf: [isNullable(schema) ? wrapped(rest) : rest, { type: "null" }],
  }
}

function strictWithDefault(schema: JsonSchema): JsonSchema {
  return { ...strictSchema(schema), ...("default" in schema && { default: schema.default }) }
}

function wrapped(schema: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: { value: schema },
    required: ["value"],
    additionalProperties: false,
  }
}

function isNullable({ type, anyOf = [] }: JsonSchema): boolean {
  return [type].flat().includes("null") || anyOf.some(isNullable)
}

function isFree({ type, properties, additionalProperties }: JsonSchema): boolean {
  return type === "object" && !properties && additionalProperties !== false
}

import type { JsonSchema } from "../../runtime/definition/index.js"
import { listOf, pick, type Random, TEXTS } from "./random.js"

/** A synthesized input for a contract; omitted members get their defaults. */
export function synthesizedInput(contract: JsonSchema, random: Random): Record<string, unknown> {
  const defaults = Object.entries(contract.properties ?? {}).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default]],
  )
  return { ...Object.fromEntries(defaults), ...synthesizedObject(contract, random) }
}

function synthesizedObject(schema: JsonSchema, random: Random): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const isLeftOut = schema.required?.includes(name) !== true && random() < 0.4
    return isLeftOut ? [] : [[name, synthesizedValue(property, random)]]
  })
  return Object.fromEntries(entries)
}

function synthesizedValue(schema: JsonSchema, random: Random): unknown {
  if (schema.enum !== undefined) return pick(schema.enum, random)
  if (schema.anyOf !== undefined) return synthesizedValue(pick(schema.anyOf, random), random)
  switch (pick([schema.type ?? []].flat(), random)) {
    case "object":
      return synthesizedObject(schema, random)
    case "array":
      return listOf(() => synthesizedValue(schema.items ?? {}, random), random)
    case "integer":
    case "number":
      return Math.floor(random() * 5) + (schema.minimum ?? 0)
    case "boolean":
      return random() < 0.5
    case "null":
      return null
    default:
      return pick(TEXTS, random)
  }
}

import { alternatives, type ObjectShape, present, type Shape } from "../shape/index.js"
import { snakeCase } from "../text/index.js"
import type { Keywords } from "./keywords.js"

/**
 * The keywords of an input that fills a shape; undefined if the shape is not specific enough. Nullable values become
 * optional, because only the card can declare that null clears a value. With `pick`, an object, or each item of a
 * list, has only these properties.
 */
export function schemaOf(shape: Shape, pick?: readonly string[]): Keywords | undefined {
  const given = present(shape)
  switch (given.kind) {
    case "string":
      return {
        type: "string",
        ...(given.values && { enum: given.values }),
        ...(given.nodes && { "x-ghx-node": given.nodes }),
      }
    case "number":
      return { type: given.integer ? "integer" : "number" }
    case "boolean":
      return { type: "boolean" }
    case "array": {
      const items = schemaOf(given.items, pick)
      return items && { type: "array", items }
    }
    case "object":
      return schemaOfObject(given, pick)
    case "union": {
      const members = given.members.map((one) => schemaOf(one))
      const known = members.filter((one) => one !== undefined)
      return members.length > 0 && known.length === members.length ? { anyOf: known } : undefined
    }
    default:
      return undefined
  }
}

/**
 * The keywords of an object, with properties in snake_case. Only for objects of GraphQL, whose description has all
 * properties.
 */
function schemaOfObject(
  { fields, rest, name }: ObjectShape,
  pick: readonly string[] | undefined,
): Keywords | undefined {
  if (rest !== undefined || name === undefined || !/^[A-Z]/.test(name)) return undefined
  const properties: Record<string, Keywords> = {}
  const required: string[] = []
  for (const [field, { shape }] of Object.entries(fields)) {
    if (pick !== undefined && !pick.includes(snakeCase(field))) continue
    const schema = schemaOf(shape)
    if (schema === undefined) return undefined
    properties[snakeCase(field)] = schema
    if (alternatives(shape).every(({ kind }) => kind !== "absent" && kind !== "null"))
      required.push(snakeCase(field))
  }
  return { type: "object", required, additionalProperties: false, properties }
}

import type { JsonSchema, JsonType } from "../../runtime/definition/index.js"
import { alternatives, has, type ObjectShape, type Shape, STRING, without } from "./shape.js"

/** The schema of a shape's values; undefined if the shape is not specific enough for a contract. */
export function toJsonSchema(shape: Shape): JsonSchema | undefined {
  const members = named(alternatives(without(shape, "absent", "null")))
  const isNullable = has(shape, "null")
  const [only, ...others] = members
  if (only === undefined) return undefined
  if (others.length === 0) return schemaOfOne(only, isNullable)
  const schemas = members.map((one) => schemaOfOne(one, false))
  const known = schemas.filter((one) => one !== undefined)
  if (known.length < schemas.length) return undefined
  return { anyOf: [...known, ...(isNullable ? [{ type: "null" as const }] : [])] }
}

/** Type names become plain text if not all of them are known. */
function named(members: readonly Shape[]): readonly Shape[] {
  const isOpen = members.some((one) => one.kind === "string" && one.isOther)
  return isOpen ? [...members.filter(({ kind }) => kind !== "string"), STRING] : members
}

/** JSON Schema has no type for bytes: their content is described instead. */
const OF_BYTES: JsonSchema = { contentMediaType: "application/octet-stream" }

function schemaOfOne(shape: Shape, isNullable: boolean): JsonSchema | undefined {
  switch (shape.kind) {
    case "string":
      return {
        ...ofType("string", isNullable, shape.values),
        ...(shape.nodes && { "x-ghx-node": shape.nodes }),
        ...(shape.isContent && { "x-ghx-content": true }),
      }
    case "number":
      return ofType(shape.integer ? "integer" : "number", isNullable, shape.values)
    case "boolean":
      return ofType("boolean", isNullable)
    case "bytes":
      return isNullable ? { anyOf: [OF_BYTES, { type: "null" }] } : OF_BYTES
    case "array": {
      const items = toJsonSchema(shape.items)
      return items && { ...ofType("array", isNullable), items }
    }
    case "object":
      return schemaOfObject(shape, isNullable)
    default:
      return undefined
  }
}

function schemaOfObject(
  { fields, rest }: ObjectShape,
  isNullable: boolean,
): JsonSchema | undefined {
  const others = rest && (rest.kind === "any" ? true : toJsonSchema(rest))
  if (rest !== undefined && others === undefined) return undefined
  const properties: Record<string, JsonSchema> = {}
  for (const [name, field] of Object.entries(fields)) {
    const schema = toJsonSchema(field.shape)
    if (schema === undefined) return undefined
    properties[name] = schema
  }
  return {
    ...ofType("object", isNullable),
    required: Object.entries(fields).flatMap(([name, field]) =>
      has(field.shape, "absent") ? [] : [name],
    ),
    additionalProperties: others ?? false,
    properties,
  }
}

function ofType(
  type: JsonType,
  isNullable: boolean,
  values?: readonly (string | number)[],
): JsonSchema {
  return {
    type: isNullable ? [type, "null"] : type,
    ...(values && { enum: isNullable ? [...values, null] : values }),
  }
}

/** The documented answer of an operation, created lazily, since GitHub's schemas are recursive. */
import type { JsonSchema, JsonType } from "../../runtime/index.js"
import { type Openapi, openapi, resolved } from "./openapi.js"

/** The schema of an answer, for references of later steps to its members. */
export function outputOf(response: unknown): JsonSchema {
  const given = openapi(response)
  return given ? lazySchema(given) : {}
}

function lazySchema(given: Openapi): JsonSchema {
  let known: JsonSchema | undefined
  const made = () => {
    known ??= schemaOf(resolved(given))
    return known
  }
  const schema = {}
  for (const keyword of [
    "type",
    "enum",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "anyOf",
  ]) {
    const get = () => Reflect.get(made(), keyword)
    Object.defineProperty(schema, keyword, { enumerable: true, get })
  }
  return schema
}

function schemaOf({
  type,
  properties,
  required,
  items,
  oneOf,
  anyOf,
  enum: values,
}: Openapi): JsonSchema {
  const choices = oneOf ?? anyOf
  if (choices && !properties) return { anyOf: choices.map(lazySchema) }
  const types = [type ?? (properties ? "object" : [])].flat() as JsonType[]
  return {
    ...(types.length > 0 && { type: types }),
    ...(values && { enum: values }),
    ...(required && { required }),
    ...(items && { items: lazySchema(items) }),
    // Answers may have members that are not described.
    additionalProperties: true,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, lazySchema(one)]),
      ),
    }),
  }
}

import { type GraphQLLeafType, isEnumType } from "graphql"
import type { JsonSchema, JsonType } from "../../runtime/definition/index.js"

const SCALARS: Readonly<Record<string, JsonType>> = {
  Int: "integer",
  Float: "number",
  Boolean: "boolean",
}

/** The schema of a scalar or an enum; GitHub's own scalars are strings. */
export function leafSchema(type: GraphQLLeafType): JsonSchema {
  if (isEnumType(type)) return { type: "string", enum: type.getValues().map(({ name }) => name) }
  return { type: SCALARS[type.name] ?? "string" }
}

/** The schema of the same values and null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    type: [...[schema.type ?? []].flat(), "null"],
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
  }
}

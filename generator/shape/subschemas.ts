import type { JsonSchema } from "../../runtime/definition/index.js"

/** A schema within another, and the steps that lead to it. */
export interface Subschema {
  readonly steps: readonly (string | number)[]
  readonly schema: JsonSchema
}

/** The schemas directly within one: of properties, of other properties, of items, and alternatives. */
export function subschemas(schema: JsonSchema): Subschema[] {
  const { properties = {}, additionalProperties, items, anyOf = [] } = schema
  return [
    ...Object.entries(properties).map(([name, one]) => ({
      steps: ["properties", name],
      schema: one,
    })),
    ...(typeof additionalProperties === "object"
      ? [{ steps: ["additionalProperties"], schema: additionalProperties }]
      : []),
    ...(items === undefined ? [] : [{ steps: ["items"], schema: items }]),
    ...anyOf.map((one, index) => ({ steps: ["anyOf", index], schema: one })),
  ]
}

/** A copy in which each of the schemas directly within is changed. */
export function mapSubschemas(
  schema: JsonSchema,
  change: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const { properties, additionalProperties, items, anyOf } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, change(one)]),
      ),
    }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: change(additionalProperties),
    }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
  }
}

import type { JsonSchema } from "../definition/index.js"

/** What GraphQL's Int can carry. */
export const int32: { readonly minimum: number; readonly maximum: number } = {
  minimum: -(2 ** 31),
  maximum: 2 ** 31 - 1,
}

const safe = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/**
 * The schema with every integer bounded by what can carry it: 32 bits where GraphQL does, else what
 * JavaScript counts without loss. A bound that the card itself states is kept.
 */
export function boundIntegers(schema: JsonSchema, graphql: boolean): JsonSchema {
  const within = (inner: JsonSchema) => boundIntegers(inner, graphql)
  const { properties, items, anyOf, oneOf, additionalProperties } = schema
  const limits = graphql ? int32 : safe
  return {
    ...([schema.type].flat().includes("integer") && limits),
    ...schema,
    ...(properties && { properties: mapValues(properties, within) }),
    ...(items && { items: within(items) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
    ...(oneOf && { oneOf: oneOf.map(within) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: within(additionalProperties),
    }),
  }
}

function mapValues(
  schemas: Readonly<Record<string, JsonSchema>>,
  change: (schema: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]))
}

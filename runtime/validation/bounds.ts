import type { JsonSchema } from "../definition/index.js"

/** The range of GraphQL's Int. */
export const int32: { readonly minimum: number; readonly maximum: number } = {
  minimum: -(2 ** 31),
  maximum: 2 ** 31 - 1,
}

const safe = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/**
 * The schema with a range for every integer: 32 bits for GraphQL, otherwise JavaScript's safe integers. A bound in
 * the card is kept.
 */
export function boundIntegers(schema: JsonSchema, graphql: boolean): JsonSchema {
  const limits = graphql ? int32 : safe
  return {
    ...([schema.type].flat().includes("integer") && limits),
    ...schema,
    ...schemasIn(schema, (inner) => boundIntegers(inner, graphql)),
  }
}

/**
 * Reduces a schema to the minimum checks for results: members are present and have their type. GitHub may add enum
 * values and members, but a caller can rely on a `number` being a number.
 */
export function onlyKinds(schema: JsonSchema): JsonSchema {
  const { type, required } = schema
  const { oneOf, ...parts } = schemasIn(schema, onlyKinds)
  // The discriminator is a value, which is not checked; without it, an object may match several types.
  const choice = oneOf && { anyOf: oneOf }
  return { ...(type && { type }), ...(required && { required }), ...parts, ...choice }
}

/** The subschemas of a schema, each changed. */
function schemasIn(
  { properties, items, anyOf, oneOf, additionalProperties: others }: JsonSchema,
  change: (schema: JsonSchema) => JsonSchema,
): Partial<JsonSchema> {
  return {
    ...(properties && { properties: mapValues(properties, change) }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(oneOf && { oneOf: oneOf.map(change) }),
    ...(typeof others === "object" && { additionalProperties: change(others) }),
  }
}

function mapValues(
  schemas: Readonly<Record<string, JsonSchema>>,
  change: (schema: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]))
}

import type { JsonSchema } from "../../runtime/definition/index.js"

/** A schema within another, and the steps that lead to it. */
interface Subschema<S = JsonSchema> {
  readonly steps: readonly (string | number)[]
  readonly schema: S
}

/**
 * The direct subschemas: of properties, items, additional properties, and alternatives. For an unchecked schema,
 * these may be any values.
 */
export function subschemas(schema: JsonSchema): Subschema[]
export function subschemas(schema: Readonly<Record<string, unknown>>): Subschema<unknown>[]
export function subschemas(schema: object): Subschema<unknown>[] {
  const keywords: Readonly<Record<string, unknown>> = { ...schema }
  const { properties, items, additionalProperties } = keywords
  const inProperties = isMap(properties) ? Object.entries(properties) : []
  const inChoices = ["anyOf", "oneOf"].flatMap((keyword) => {
    const choices: unknown = keywords[keyword]
    const all: readonly unknown[] = Array.isArray(choices) ? choices : []
    return all.map((one, index) => ({ steps: [keyword, index], schema: one }))
  })
  return [
    ...inProperties.map(([name, one]) => ({ steps: ["properties", name], schema: one })),
    ...(isMap(items) ? [{ steps: ["items"], schema: items }] : []),
    ...(isMap(additionalProperties)
      ? [{ steps: ["additionalProperties"], schema: additionalProperties }]
      : []),
    ...inChoices,
  ]
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A copy in which each of the schemas directly within is changed. */
export function mapSubschemas(
  schema: JsonSchema,
  change: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const { properties, additionalProperties, items, anyOf, oneOf } = schema
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
    ...(oneOf && { oneOf: oneOf.map(change) }),
  }
}

import type { JsonSchema } from "../definition/index.js"

/** The schema of an item, where a result comes in pages. */
export function itemSchemaOf({ properties = {} }: JsonSchema): JsonSchema | undefined {
  return properties.page_info && properties.items?.items
}

/** The names of an object's fields; of one of several types those of all of them. */
export function fieldNamesOf({ properties = {}, oneOf = [] }: JsonSchema): string[] {
  return [...new Set([...Object.keys(properties), ...oneOf.flatMap(fieldNamesOf)])]
}

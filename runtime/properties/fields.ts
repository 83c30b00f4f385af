import type { JsonSchema } from "../definition/index.js"

/** The schema of an item, if the result comes in pages. */
export function itemSchemaOf({ properties = {} }: JsonSchema): JsonSchema | undefined {
  return properties.page_info && properties.items?.items
}

/** The names of an object's fields; for objects of several types, the fields of all types. */
export function fieldNamesOf({ properties = {}, oneOf = [] }: JsonSchema): string[] {
  return [...new Set([...Object.keys(properties), ...oneOf.flatMap(fieldNamesOf)])]
}

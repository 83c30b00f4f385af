import type { JsonSchema } from "../../runtime/index.js"

/** Selects fields of a result. */
export const fieldsInput = {
  type: "array",
  items: { type: "string" },
  description: "Return only these.",
} as const satisfies JsonSchema

/** The input of a capability as a tool: a model may also select fields. */
export function toolInput(input: JsonSchema): JsonSchema {
  if (hasOwnFields(input)) return input
  return { ...input, properties: { ...input.properties, fields: fieldsInput } }
}

/** Whether `fields` is an input of the capability itself. */
export function hasOwnFields({ properties = {} }: JsonSchema): boolean {
  return Object.hasOwn(properties, "fields")
}

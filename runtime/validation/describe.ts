import type { JsonSchema } from "../definition/index.js"

// Long enough to recognise a value; a whole body would hide the rest of the message.
const longest = 40

/** A short description of the values that a schema accepts: `integer`, `one of OPEN, CLOSED`, `array of string`. */
export function expected(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return `one of ${schema.enum.map(String).join(", ")}`
  if (schema.contentMediaType) return "bytes"
  if (schema.anyOf) return schema.anyOf.map(expected).join(" or ")
  if (schema.oneOf) return schema.oneOf.map(branch).join(" or ")
  const types = schema.type === undefined ? ["any value"] : [schema.type].flat()
  return types
    .map((type) => (type === "array" && schema.items ? `array of ${expected(schema.items)}` : type))
    .join(" or ")
}

function branch(schema: JsonSchema): string {
  const { type } = schema.properties ?? {}
  return type ? `object of type ${expected(type)}` : expected(schema)
}

/** The type of a found value and, shortened, its content. */
export function found(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return `array of ${value.length}`
  if (typeof value === "object") return "object"
  const text = JSON.stringify(value)
  return `${typeof value} ${text.length > longest ? `${text.slice(0, longest)}…` : text}`
}

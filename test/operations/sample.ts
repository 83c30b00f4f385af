/** Values that a schema of GitHub's REST description allows, made without the tested code. */
import { description } from "../../sandbox/tests/index.js"

interface Openapi {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly items?: unknown
  readonly oneOf?: readonly unknown[]
  readonly anyOf?: readonly unknown[]
  readonly allOf?: readonly unknown[]
  readonly additionalProperties?: unknown
}

const texts: Readonly<Record<string, string>> = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  email: "octocat@github.test",
  uri: "https://github.test/a",
}

/** @param whole - include every member, instead of only the required ones */
export function sample(given: unknown, whole: boolean, depth = 0): unknown {
  const schema = partsOf(given)
  const { type, format = "", enum: values, items, properties = {}, required = [] } = schema
  const [choice] = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  const [value] = (values ?? []).filter((one) => one !== null)
  if (value !== undefined) return value
  if (choice !== undefined && Object.keys(properties).length === 0)
    return sample(choice, whole, depth)
  const kind = [type ?? (Object.keys(properties).length > 0 ? "object" : "string")].flat()[0]
  if (kind === "array") return depth > 8 ? [] : [sample(items, whole, depth + 1)]
  if (kind === "integer" || kind === "number") return 7
  if (kind === "boolean") return true
  if (kind !== "object") return texts[format] ?? "a: b/c?d#é%2F&e"
  // The requirement of a choice besides its members.
  const chosen = Object(choice).required ?? []
  const names = Object.keys(properties).filter(
    (name) => (whole && depth < 8) || required.includes(name) || chosen.includes(name),
  )
  return Object.fromEntries(names.map((name) => [name, sample(properties[name], whole, depth + 1)]))
}

/** A schema with references resolved and `allOf` merged. */
export function partsOf(given: unknown): Openapi {
  const schema: Openapi = Object(given)
  if (schema.$ref) return partsOf(description.schemas[schema.$ref.split("/").at(-1) ?? ""])
  const parts = (schema.allOf ?? []).map(partsOf)
  return {
    ...Object.assign({}, ...parts),
    ...schema,
    properties: Object.assign({}, ...parts.map((one) => one.properties), schema.properties),
    required: [...parts.flatMap((one) => one.required ?? []), ...(schema.required ?? [])],
  }
}

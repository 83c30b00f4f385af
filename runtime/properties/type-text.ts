import type { JsonSchema, JsonType } from "../definition/index.js"

/** The type of a schema on one line, as in TypeScript; whole numbers are `integer`. */
export function typeText(schema: JsonSchema): string {
  return [...new Set(alternatives(schema))].join(" | ") || "never"
}

function alternatives(schema: JsonSchema): string[] {
  const { type, oneOf, anyOf = oneOf } = schema
  if (schema.const !== undefined) return [JSON.stringify(schema.const)]
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value))
  if (schema.contentMediaType) return ["bytes"]
  if (anyOf) return anyOf.flatMap(alternatives)
  if (type === undefined) return ["unknown"]
  return [type].flat().map((one: JsonType) => {
    if (one === "object") return objectText(schema)
    if (one === "array") return listText(schema.items ?? {})
    return one === "string" ? idText(schema) : one
  })
}

function idText({ "x-ghx-node": nodes }: JsonSchema): string {
  return nodes ? `NodeId<${nodes.map((one) => JSON.stringify(one)).join(" | ")}>` : "string"
}

function listText(items: JsonSchema): string {
  return new Set(alternatives(items)).size > 1 ? `(${typeText(items)})[]` : `${typeText(items)}[]`
}

function objectText({ properties = {}, required = [], additionalProperties: rest }: JsonSchema) {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${nameText(name)}${required.includes(name) ? "" : "?"}: ${typeText(schema)}`,
  )
  const others = rest === undefined || rest === false ? [] : [restText(rest)]
  const all = [...members, ...others]
  return all.length === 0 ? "{}" : `{ ${all.join("; ")} }`
}

function restText(rest: true | JsonSchema): string {
  return `[key: string]: ${rest === true ? "unknown" : typeText(rest)}`
}

function nameText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

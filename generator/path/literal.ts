import type { JSONValue } from "@jmespath-community/jmespath"
import { arrayOf, FALSE, type Field, NULL, type Shape, TRUE, unionOf } from "../shape/index.js"
import { propertyName, stringLiteral } from "../text/index.js"
import { arrayLiteral, type Code, objectLiteral, primary, short } from "./code.js"
import type { Value } from "./value.js"

/** A JSON value written in a card, as TypeScript. */
export function literal(value: JSONValue): Value {
  return { code: literalCode(value), shape: literalShape(value), literal: value }
}

export function literalCode(value: unknown): Code {
  if (typeof value === "string") return primary(stringLiteral(value))
  if (Array.isArray(value)) return arrayLiteral(value.map((item) => literalCode(item).doc))
  if (typeof value === "object" && value !== null) {
    const properties = Object.entries(value).map(([key, item]) => [
      propertyName(key),
      ": ",
      literalCode(item).doc,
    ])
    return objectLiteral(properties)
  }
  return short(String(value))
}

function literalShape(value: unknown): Shape {
  if (typeof value === "string") return { kind: "string", values: [value] }
  if (typeof value === "number") {
    return { kind: "number", integer: Number.isInteger(value), values: [value] }
  }
  if (typeof value === "boolean") return value ? TRUE : FALSE
  if (Array.isArray(value)) return arrayOf(unionOf(...value.map(literalShape)))
  if (typeof value !== "object" || value === null) return NULL
  const fields = Object.entries(value).map(([key, item]): [string, Field] => [
    key,
    { shape: literalShape(item) },
  ])
  return { kind: "object", fields: Object.fromEntries(fields) }
}

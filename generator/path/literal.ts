import type { JSONValue } from "@jmespath-community/jmespath"
import { arrayOf, FALSE, type Field, NULL, type Shape, TRUE, unionOf } from "../shape/index.js"
import { literalOf } from "./build.js"
import type { Value } from "./value.js"

/** A JSON value written in a card. */
export function literal(value: JSONValue): Value {
  return { expression: literalOf(value), shape: literalShape(value), literal: value }
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

import type { JSONValue } from "@jmespath-community/jmespath"
import {
  alternatives,
  arrayOf,
  FALSE,
  type Field,
  has,
  NULL,
  type Shape,
  TRUE,
  unionOf,
} from "../shape/index.js"
import { coalesce, helper, literalOf, NULL_VALUE } from "./build.js"
import { choiceShape, type Scope, type Value } from "./value.js"

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

/** The value, normalized for its context. In an output, an absent value becomes null. */
export function normalize(value: Value, scope: Pick<Scope, "purpose">): Value {
  if (scope.purpose === "request" || !has(value.shape, "absent")) return value
  const members = alternatives(value.shape).map((one) => (one.kind === "absent" ? NULL : one))
  const shape = unionOf(...members)
  // TypeScript reduces `a ?? null` to the wider of two assignable object types.
  const isChoice = choiceShape(value.shape) !== value.shape
  const expression = isChoice
    ? helper("orNull", value.expression)
    : coalesce(value.expression, NULL_VALUE)
  return { expression, shape }
}

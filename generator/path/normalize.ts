import { alternatives, has, NULL, unionOf } from "../shape/index.js"
import { coalesce, helper, NULL_VALUE } from "./build.js"
import { choiceShape } from "./choice-shape.js"
import type { Scope, Value } from "./value.js"

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

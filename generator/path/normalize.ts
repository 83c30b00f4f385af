import { alternatives, has, NULL, unionOf } from "../shape/index.js"
import { coalesce, helper, NULL_VALUE } from "./build.js"
import { joined } from "./joined.js"
import type { Scope, Value } from "./value.js"

/** The value as it stands where it is used: an output has null for what is absent. */
export function normalize(value: Value, scope: Pick<Scope, "purpose">): Value {
  if (scope.purpose === "request" || !has(value.shape, "absent")) return value
  const members = alternatives(value.shape).map((one) => (one.kind === "absent" ? NULL : one))
  const shape = unionOf(...members)
  // Of object types where one fits the other, TypeScript keeps only the wider one for `a ?? null`.
  const isChoice = joined(value.shape) !== value.shape
  const expression = isChoice
    ? helper("orNull", value.expression)
    : coalesce(value.expression, NULL_VALUE)
  return { expression, shape }
}

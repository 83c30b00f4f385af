import { alternatives, has, NULL, unionOf } from "../shape/shape.js"
import { coalesce, short } from "./code.js"
import type { Scope, Value } from "./value.js"

/** The value as it stands where it is used: an output has null for what is absent. */
export function settle(value: Value, scope: Pick<Scope, "purpose">): Value {
  if (scope.purpose === "request" || !has(value.shape, "absent")) return value
  const members = alternatives(value.shape).map((one) => (one.kind === "absent" ? NULL : one))
  return { code: coalesce(value.code, short("null")), shape: unionOf(...members) }
}

import { build, reservedNames, type Value } from "../path/index.js"
import type { ObjectShape, Shape } from "../shape/index.js"
import type { BareScope } from "./mapping.js"

/** A scope in which `@` is the input. */
export function inputScope(input: Shape, lookups: ObjectShape): BareScope {
  const current: Value = { expression: build.reference("input"), shape: input }
  return {
    purpose: "request",
    current,
    variables: new Map([
      ["input", current],
      ["lookups", { expression: build.reference("lookups"), shape: lookups }],
    ]),
    facts: [],
    names: reservedNames(),
  }
}

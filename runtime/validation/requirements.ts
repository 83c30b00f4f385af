/** What inputs have to be given together, and which rule each other out. */
import type { JsonSchema } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import { childPointer } from "../input/index.js"
import { givenOf, isKept, type Requirement, requirementsOf } from "../properties/index.js"
import { add, type Check, isObject } from "./keyword.js"

/** The keyword under which a breach is told. */
export const REQUIREMENTS = "allOf"

export function requirements(schema: JsonSchema): Check | undefined {
  const all = requirementsOf(schema)
  if (all.length === 0) return undefined
  const keeps = (value: unknown) => !isObject(value) || all.every((one) => isKept(one, value))
  return {
    keeps,
    tell(value, at, found) {
      if (!keeps(value)) add(found, REQUIREMENTS, schema, at)
    },
  }
}

/** An issue at each input that is concerned. */
export function wordRequirements(
  schema: JsonSchema,
  pointer: string,
  value: unknown,
): ValidationIssue[] {
  if (!isObject(value)) return []
  const broken = requirementsOf(schema).filter((one) => !isKept(one, value))
  return broken.flatMap((one) => {
    const { names, message } = breach(one, value)
    return names.map((name) => ({ pointer: childPointer(pointer, name), message }))
  })
}

function breach(one: Requirement, value: object): { names: readonly string[]; message: string } {
  const given = givenOf(one, value)
  const list = one.names.join(", ")
  switch (one.kind) {
    case "exactly_one":
      return given.length === 0
        ? { names: one.names, message: `missing, exactly one of ${list} is needed` }
        : { names: given, message: `only one of ${list} can be given, found ${given.length}` }
    case "at_least_one":
      return { names: one.names, message: `missing, at least one of ${list} is needed` }
    case "with": {
      const missing = one.names.filter((name) => !given.includes(name))
      return { names: missing, message: `missing, ${one.name} is only for use with it` }
    }
  }
}

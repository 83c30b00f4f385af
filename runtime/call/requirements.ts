import type { JsonSchema } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import { childPointer } from "../input/index.js"
import { givenOf, isKept, type Requirement, requirementsOf } from "../properties/index.js"

/**
 * An issue for each input that is given without another that it requires, or together with one that it excludes. If
 * none of several inputs is given, the issue is that of the whole input.
 */
export function requirements(schema: JsonSchema, input: unknown): ValidationIssue[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return []
  const broken = requirementsOf(schema).filter((one) => !isKept(one, input))
  return broken.flatMap((one) => {
    const { names, message } = breach(one, input)
    if (names.length === 0) return { pointer: "", message }
    return names.map((name) => ({ pointer: childPointer("", name), message }))
  })
}

function breach(one: Requirement, value: object): { names: readonly string[]; message: string } {
  const given = givenOf(one, value)
  const list = one.names.join(", ")
  switch (one.kind) {
    case "exactly_one":
      return given.length === 0
        ? { names: [], message: `exactly one of ${list} is required` }
        : { names: given, message: `only one of ${list} is allowed, found ${given.length}` }
    case "at_least_one":
      return { names: [], message: `at least one of ${list} is required` }
    case "with": {
      const missing = one.names.filter((name) => !given.includes(name))
      return { names: missing, message: `missing, but ${one.name} requires it` }
    }
  }
}

import type { JsonSchema } from "../definition/index.js"

/** A rule over several inputs of a contract. */
export type Requirement =
  | { readonly kind: "exactly_one" | "at_least_one"; readonly names: readonly string[] }
  | { readonly kind: "with"; readonly name: string; readonly names: readonly string[] }

/** The rules of a contract over several inputs, in order. */
export function requirementsOf({ allOf = [], dependentRequired = {} }: JsonSchema): Requirement[] {
  const namesIn = (branches: readonly { readonly required: readonly string[] }[]) =>
    branches.flatMap(({ required }) => required)
  return [
    ...allOf.map(({ oneOf, anyOf = [] }): Requirement => {
      if (oneOf !== undefined) return { kind: "exactly_one", names: namesIn(oneOf) }
      return { kind: "at_least_one", names: namesIn(anyOf) }
    }),
    ...Object.entries(dependentRequired).map(([name, names]): Requirement => {
      return { kind: "with", name, names }
    }),
  ]
}

/** The names in a rule whose inputs are given. */
export function givenOf({ names }: Requirement, input: object): string[] {
  return names.filter((name) => Object.hasOwn(input, name))
}

export function isKept(one: Requirement, input: object): boolean {
  const given = givenOf(one, input).length
  if (one.kind === "exactly_one") return given === 1
  if (one.kind !== "with") return given > 0
  return !Object.hasOwn(input, one.name) || given === one.names.length
}

/** A rule as a sentence; `quote` formats names. */
export function requirementText(one: Requirement, quote: (name: string) => string): string {
  const names = one.names.map(quote)
  switch (one.kind) {
    case "exactly_one":
      return `Exactly one of ${names.join(", ")}.`
    case "at_least_one":
      return `At least one of ${names.join(", ")}.`
    case "with":
      return `${quote(one.name)} only with ${names.join(" and ")}.`
  }
}

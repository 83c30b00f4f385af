/** Destructures the parameters of mappings: `({ owner, repo }) =>` if everything that is used has a name. */
import { build, type Expression, helperNames, subexpressions, withParts } from "../path/index.js"
import { identifier } from "../text/index.js"

/** A longer pattern would be harder to read than the mapping. */
const LONGEST_PATTERN = 80

interface Destructured {
  /** The parameter: a destructuring pattern, or its name. */
  readonly parameter: string
  /** The expressions, in which names of the pattern replace members of the parameter. */
  readonly expressions: readonly Expression[]
}

/**
 * Destructures the members of a parameter in the order of their use. The parameter stays whole if an expression uses
 * all of it, or if a name would be ambiguous; `others` are names in use besides those in the expressions.
 */
export function destructure(
  parameter: string,
  expressions: readonly Expression[],
  others: readonly string[],
): Destructured {
  const whole = { parameter, expressions }
  const all = expressions.flatMap(subexpressions)
  const fields = all.flatMap((one) => (isField(one, parameter) ? [one.name] : []))
  const isReadWhole = fields.length < all.filter((one) => isName(one, parameter)).length
  const names = [...new Set(fields)]
  const taken = new Set([...others, ...helperNames, ...all.flatMap(namesIn)])
  const isClear = (name: string) =>
    /^[A-Za-z_]\w*$/.test(name) && identifier(name) === name && !taken.has(name)
  const isLong = names.join(", ").length > LONGEST_PATTERN
  if (isReadWhole || isLong || names.length === 0 || !names.every(isClear)) return whole
  const named = (one: Expression): Expression =>
    isField(one, parameter) ? build.reference(one.name) : withParts(one, named)
  return { parameter: `{ ${names.join(", ")} }`, expressions: expressions.map(named) }
}

export function isName(one: Expression, name: string): boolean {
  return one.kind === "name" && one.name === name
}

function isField(one: Expression, of: string): one is Extract<Expression, { kind: "property" }> {
  return one.kind === "property" && !one.optional && isName(one.of, of)
}

/** The variables that an expression itself names, apart from its parts. */
export function namesIn(one: Expression): readonly string[] {
  if (one.kind === "name") return [one.name]
  return one.kind === "function" ? one.parameters : []
}

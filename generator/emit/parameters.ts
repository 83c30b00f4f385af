/** What a mapping takes apart of its parameters: `({ owner, repo }) =>` where all that it reads is named. */
import { build, type Expression, helperNames, within, withParts } from "../path/index.js"
import { identifier } from "../text/index.js"

/** Of more, a reader sees the names twice and the mapping later. */
const LONGEST_PATTERN = 80

export interface TakenApart {
  /** The parameter: a pattern, or its name. */
  readonly parameter: string
  /** The expressions, which read the names of the pattern. */
  readonly expressions: readonly Expression[]
}

/**
 * Names what expressions read of a parameter, in the order in which they read it. The parameter stays
 * whole where one of them reads it as such, or where a name would mean two things; `others` are the
 * names that are taken beside those in the expressions.
 */
export function takeApart(
  parameter: string,
  expressions: readonly Expression[],
  others: readonly string[],
): TakenApart {
  const whole = { parameter, expressions }
  const all = expressions.flatMap(within)
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

function isName(one: Expression, name: string): boolean {
  return one.kind === "name" && one.name === name
}

function isField(one: Expression, of: string): one is Extract<Expression, { kind: "property" }> {
  return one.kind === "property" && !one.optional && isName(one.of, of)
}

function namesIn(one: Expression): readonly string[] {
  if (one.kind === "name") return [one.name]
  return one.kind === "function" ? one.parameters : []
}

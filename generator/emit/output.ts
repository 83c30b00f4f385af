import {
  build,
  type Expression,
  helperNames,
  keyOf,
  reads,
  subexpressions,
  withParts,
} from "../path/index.js"
import type { CapabilityPlan, OutputPlan } from "../plan/index.js"
import { identifier } from "../text/index.js"
import { bodyDoc, expressionDoc, returnDoc } from "./expression.js"
import { braces, type Doc, filled, group, indent, line, spaced } from "./layout.js"
import {
  destructure,
  isName,
  namesIn,
  type Parameter,
  parameterList,
  parametersOf,
} from "./mapping.js"

/** `output: (data, input) => …`: maps a response to the contract. */
export function outputFunction(
  plan: CapabilityPlan,
  { root, value, without = build.NULL_VALUE }: OutputPlan,
  response: Parameter,
  others: readonly Parameter[],
): Doc {
  const { name, expression, isNullable } = root
  const isUsed = reads(value, name)
  const isBare = name === response.name || (!isUsed && !isNullable)
  const read = isBare ? [value] : [value, expression, ...(isNullable ? [without] : [])]
  const { docs, expressions } = parametersOf(plan, others, read, [response.name, name])
  const taken = takeResult(response, name, expressions, others)
  const [made = value, source = expression, nothing = without] = taken.expressions
  const first = [taken.parameter, ": ", response.type ?? "unknown"]
  const head = ["output: ", parameterList([first, ...docs]), " => "]
  const isTaken = isName(source, name)
  const isExpression = isBare || (isTaken && !isNullable)
  const inScope = [response.name, name, ...others.map((one) => one.name)]
  const named = takeMembers(isBare ? response.name : name, made, inScope)
  // A block takes two more lines, and the destructuring one.
  const isWorthIt = named.names.length >= (isExpression ? 5 : 3)
  if (isExpression && !isWorthIt) return [head, bodyDoc(made), ","]
  const test = isUsed ? name : ["(", expressionDoc(source), ")"]
  const statements = [
    ...(isUsed && !isTaken && !isBare
      ? [group([`const ${name} =`, indent([line, expressionDoc(source)])])]
      : []),
    ...(isNullable && !isBare ? [["if (!", test, ") return ", expressionDoc(nothing)]] : []),
    ...(isWorthIt ? [namesDoc(named.names, isBare ? response.name : name)] : []),
    returnDoc(isWorthIt ? named.made : made),
  ]
  return [head, braces(statements), ","]
}

/** The statements of a mapping: members whose names repeat are destructured. */
export function statementsOf(of: string, made: Expression): Doc[] {
  const named = takeMembers(of, made, [of])
  // The destructuring takes one or two lines.
  const isWorthIt = named.names.length >= 3
  return [
    ...(isWorthIt ? [namesDoc(named.names, of)] : []),
    ["return ", expressionDoc(isWorthIt ? named.made : made)],
  ]
}

/** `const { id, title } = issue`, so that the members need not repeat their names. */
function namesDoc(names: readonly string[], of: string): Doc {
  const list = filled(names)
  return spaced("const {", list, `} = ${of}`, ",")
}

/** The result, with destructured variables in place of members that have the same names. */
function takeMembers(
  of: string,
  made: Expression,
  inScope: readonly string[],
): { names: readonly string[]; made: Expression } {
  if (made.kind !== "object") return { names: [], made }
  const taken = new Set([...inScope, ...helperNames, ...subexpressions(made).flatMap(namesIn)])
  const isRepeated = ({ name, value }: { name: string; value: Expression }) =>
    value.kind === "property" &&
    !value.optional &&
    value.name === name &&
    isName(value.of, of) &&
    /^[a-z]\w*$/.test(name) &&
    identifier(name) === name &&
    !taken.has(name)
  const members = made.members.map((one) =>
    isRepeated(one) ? { name: one.name, value: build.reference(one.name) } : one,
  )
  const names = made.members.filter(isRepeated).map(({ name }) => name)
  return { names, made: { ...made, members } }
}

/** Destructures the response if the result is one of its own fields, which saves a constant. */
function takeResult(
  response: Parameter,
  name: string,
  expressions: readonly Expression[],
  others: readonly Parameter[],
): ReturnType<typeof destructure> {
  const isRead = expressions.some((one) => reads(one, response.name))
  const whole = { parameter: isRead ? response.name : `_${response.name}`, expressions }
  const field = build.reference(response.name, name)
  const isField = keyOf(expressions[1] ?? build.NULL_VALUE) === keyOf(field)
  if (!isField) return whole
  const asField = (one: Expression): Expression =>
    isName(one, name) ? field : withParts(one, asField)
  const taken = destructure(
    response.name,
    expressions.map(asField),
    others.map((one) => one.name),
  )
  return taken.parameter === response.name ? whole : taken
}

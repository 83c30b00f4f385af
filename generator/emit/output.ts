import { build, type Expression, keyOf, reads, withParts } from "../path/index.js"
import type { CapabilityPlan, OutputPlan } from "../plan/index.js"
import { bodyDoc, expressionDoc } from "./expression.js"
import { type Doc, group, hardline, indent, join, line } from "./layout.js"
import { type Parameter, parameterList, parametersOf } from "./mapping.js"
import { takeApart } from "./parameters.js"

/** `output: (data, input) => …`: what a response holds, as the contract has it. */
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
  if (isBare || (isTaken && !isNullable)) return [head, bodyDoc(made), ","]
  const test = isUsed ? name : ["(", expressionDoc(source), ")"]
  const statements = [
    ...(isUsed && !isTaken
      ? [group([`const ${name} =`, indent([line, expressionDoc(source)])])]
      : []),
    ...(isNullable ? [["if (!", test, ") return ", expressionDoc(nothing)]] : []),
    ["return ", expressionDoc(made)],
  ]
  return [head, "{", indent([hardline, join(hardline, statements)]), hardline, "},"]
}

/** The response, taken apart where the result is one of its own fields: that needs no constant then. */
function takeResult(
  response: Parameter,
  name: string,
  expressions: readonly Expression[],
  others: readonly Parameter[],
): ReturnType<typeof takeApart> {
  const isRead = expressions.some((one) => reads(one, response.name))
  const whole = { parameter: isRead ? response.name : `_${response.name}`, expressions }
  const field = build.reference(response.name, name)
  const isField = keyOf(expressions[1] ?? build.NULL_VALUE) === keyOf(field)
  if (!isField) return whole
  const asField = (one: Expression): Expression =>
    isName(one, name) ? field : withParts(one, asField)
  const taken = takeApart(
    response.name,
    expressions.map(asField),
    others.map((one) => one.name),
  )
  return taken.parameter === response.name ? whole : taken
}

function isName(one: Expression, name: string): boolean {
  return one.kind === "name" && one.name === name
}

import { type Expression, holds, reads } from "../path/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { defaultsOf } from "./contract.js"
import { bodyDoc } from "./expression.js"
import { type Doc, group, ifBreak, indent, join, line, softline } from "./layout.js"
import { typeName } from "./names.js"
import { takeApart } from "./parameters.js"

/** A parameter of a mapping; without a type it has that of its place. */
export interface Parameter {
  readonly name: string
  readonly type?: Doc
}

/** `name: (input, item) => body,` with the parameters that are read, and those before them. */
export function mappingDoc(
  plan: CapabilityPlan,
  name: string,
  parameters: readonly Parameter[],
  mapped: Expression,
  result?: string,
): Doc {
  const { docs, expressions } = parametersOf(plan, parameters, [mapped], [])
  const [body = mapped] = expressions
  const head = [`${name}: `, parameterList(docs), result === undefined ? "" : `: ${result}`, " =>"]
  const isHugged = body.kind === "object" || body.kind === "list"
  if (isHugged) return [...head, " ", bodyDoc(body), ","]
  return [...head, group(indent([line, bodyDoc(body)])), ","]
}

/** The parameters that expressions read, and those before them, of which the input is taken apart. */
export function parametersOf(
  plan: CapabilityPlan,
  parameters: readonly Parameter[],
  mapped: readonly Expression[],
  taken: readonly string[],
): { docs: readonly Doc[]; expressions: readonly Expression[] } {
  const others = [...parameters.map(({ name }) => name), ...taken]
  const { parameter, expressions } = takeApart("input", mapped, others)
  const isRead = ({ name }: Parameter) => mapped.some((one) => reads(one, name) || calls(one, name))
  const last = parameters.findLastIndex(isRead)
  const docs = parameters.slice(0, last + 1).map((one) => {
    if (!isRead(one)) return `_${one.name}`
    return one.name === "input" ? inputDoc(plan, parameter, one.type) : withType(one)
  })
  return { docs, expressions }
}

/** Parameters in parentheses: on one line where they fit, else each on a line of its own. */
export function parameterList(parameters: readonly Doc[]): Doc {
  if (parameters.length === 0) return "()"
  const list = join([",", line], [...parameters])
  return group(["(", indent([softline, list]), ifBreak(","), softline, ")"])
}

/** Whether a parameter that is a function is called. */
function calls(one: Expression, name: string): boolean {
  return holds(one, (part) => part.kind === "call" && part.name === name)
}

function withType({ name, type }: Parameter): Doc {
  return type === undefined ? name : [name, ": ", type]
}

/** The input of a mapping; where there are defaults, mappings see more than callers give. */
function inputDoc(plan: CapabilityPlan, parameter: string, type?: Doc): Doc {
  if (type !== undefined) return [parameter, ": ", type]
  return defaultsOf(plan).length === 0 ? parameter : `${parameter}: ${seenInput(plan)}`
}

/** The type of the input that mappings see. */
export function seenInput(plan: CapabilityPlan): string {
  return defaultsOf(plan).length === 0 ? `${typeName(plan.id)}Input` : "Input"
}

import { containsPart, type Expression, reads } from "../path/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { defaultsOf } from "./contract.js"
import { bodyDoc } from "./expression.js"
import { type Doc, group, ifBreak, indent, join, line, softline } from "./layout.js"
import { typeName } from "./names.js"
import { destructure } from "./parameters.js"

/** A parameter of a mapping. If it has no type, TypeScript infers one from the context. */
export interface Parameter {
  readonly name: string
  readonly type?: Doc
}

/**
 * `name: (input, item) => body,` for one capability or for code that several share. It includes all parameters up to
 * the last one that is used.
 */
export function mappingDoc(
  plan: CapabilityPlan | undefined,
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

/** Parameters that mappings destructure, reduced to the members that they use. */
const DESTRUCTURED = ["input", "lookups", "responses"]

/** The parameters that expressions use, and those before them. Objects are destructured. */
export function parametersOf(
  plan: CapabilityPlan | undefined,
  parameters: readonly Parameter[],
  mapped: readonly Expression[],
  taken: readonly string[],
): { docs: readonly Doc[]; expressions: readonly Expression[] } {
  const others = [...parameters.map(({ name }) => name), ...taken]
  const isRead = ({ name }: Parameter) => mapped.some((one) => reads(one, name) || calls(one, name))
  const last = parameters.findLastIndex(isRead)
  let expressions = mapped
  const docs = parameters.slice(0, last + 1).map((one): Doc => {
    if (!isRead(one)) return `_${one.name}`
    const whole = { parameter: one.name, expressions }
    const apart = DESTRUCTURED.includes(one.name)
      ? destructure(one.name, expressions, others)
      : whole
    expressions = apart.expressions
    const type = one.type ?? (one.name === "input" ? inputType(plan) : undefined)
    return type === undefined ? apart.parameter : [apart.parameter, ": ", type]
  })
  return { docs, expressions }
}

/** Parameters in parentheses: on one line if they fit, otherwise one per line. */
export function parameterList(parameters: readonly Doc[]): Doc {
  if (parameters.length === 0) return "()"
  const list = join([",", line], [...parameters])
  return group(["(", indent([softline, list]), ifBreak(","), softline, ")"])
}

/** Whether an expression calls a parameter, which is a function. */
function calls(one: Expression, name: string): boolean {
  return containsPart(one, (part) => part.kind === "call" && part.name === name)
}

/** The type of the input that a mapping gets. With defaults, that differs from the type that callers pass. */
function inputType(plan: CapabilityPlan | undefined): Doc | undefined {
  return plan === undefined || defaultsOf(plan).length === 0 ? undefined : "Input"
}

/** The type of the input that mappings get. */
export function mappingInputType(plan: CapabilityPlan): Doc {
  return inputType(plan) ?? `${typeName(plan.id)}Input`
}

import {
  build,
  containsPart,
  type Expression,
  helperNames,
  reads,
  subexpressions,
  withParts,
} from "../path/index.js"
import type { CapabilityPlan, ForeachPlan, GivenPlan, PropertyPlan } from "../plan/index.js"
import { fromJsonSchema } from "../shape/index.js"
import { identifier, stringLiteral } from "../text/index.js"
import { defaultsOf } from "./contract.js"
import { bodyDoc } from "./expression.js"
import {
  braces,
  bracketed,
  type Doc,
  filled,
  group,
  hardline,
  importedName,
  indent,
  join,
  line,
} from "./layout.js"
import { typeName } from "./module.js"
import { itemType, typeOf } from "./type.js"

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
  return bracketed("(", list, ")", ",")
}

/** Whether an expression calls a parameter, which is a function. */
function calls(one: Expression, name: string): boolean {
  return containsPart(one, (part) => part.kind === "call" && part.name === name)
}

/** The type of the input that a mapping gets. With defaults, that differs from the type that callers pass. */
function inputType(plan: CapabilityPlan | undefined): Doc | undefined {
  return plan === undefined || defaultsOf(plan).length === 0 ? undefined : "Input"
}

export function mappingInputType(plan: CapabilityPlan): Doc {
  return inputType(plan) ?? `${typeName(plan.id)}Input`
}

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

export const INPUT: Parameter = { name: "input" }

export const ITEM: Parameter = { name: "item" }

export function listOfNames(names: readonly string[]): string {
  return `[${names.map(stringLiteral).join(", ")}]`
}

/** The input parameter of code that only runs if certain inputs are given. */
export function inputWith(plan: CapabilityPlan, needs: readonly string[]): Parameter {
  if (needs.length === 0) return INPUT
  const given = importedName({ name: "Given", path: "runtime/definition/index.ts", types: true })
  const keys = needs.map(stringLiteral).join(" | ")
  return { ...INPUT, type: [given, `<${mappingInputType(plan)}, ${keys}>`] }
}

/** A list of objects. A single object begins on the line of the list. */
export function tight(objects: readonly Doc[]): Doc {
  const [only, ...others] = objects
  if (only === undefined) return "[]"
  if (others.length === 0) return ["[", only, "]"]
  const all = objects.map((one) => [one, ","])
  return ["[", indent([hardline, join(hardline, all)]), hardline, "]"]
}

export function foreachMember(
  plan: CapabilityPlan,
  foreach: ForeachPlan | undefined,
  parameters: readonly Parameter[],
): Doc[] {
  return foreach ? [mappingDoc(plan, "foreach", parameters, foreach.expression)] : []
}

export function itemOf(plan: CapabilityPlan, foreach: ForeachPlan | undefined): Parameter[] {
  if (foreach === undefined) return []
  const { name, item } = foreach
  const lists = {
    [`${typeName(plan.id)}Input`]: fromJsonSchema(plan.input),
    ...(plan.rest && { Responses: plan.rest.responses }),
  }
  return [{ name, type: itemType(item, lists) ?? typeOf(item) }]
}

/** An expression that is only evaluated if the inputs that it needs are given. */
export function ifGiven(given: readonly GivenPlan[], asked: Expression): Expression {
  return given.reduceRight(
    (body, { name, expression }) =>
      build.helper(
        "given",
        expression,
        reads(body, name) ? build.lambda(name, body) : build.thunk(body),
      ),
    asked,
  )
}

export function objectOfProperties(properties: readonly PropertyPlan[]): Expression {
  return build.objectOf(properties.map(({ name, expression }) => [name, expression] as const))
}

/** Short facts, which fill lines. */
export function factsDoc(facts: readonly Doc[]): Doc {
  return filled(facts, ",")
}

/** `head{ … },` with a line for each member. */
export function block(head: Doc, members: readonly Doc[]): Doc {
  return [head, braces(members), ","]
}

export function optionalBlock(head: Doc, members: readonly Doc[]): Doc[] {
  return members.length === 0 ? [] : [block(head, members)]
}

/** Members of route definitions that all routes share. */
import { build, type Expression, reads } from "../path/index.js"
import type { CapabilityPlan, ForeachPlan, GivenPlan, PropertyPlan } from "../plan/index.js"
import { fromJsonSchema } from "../shape/index.js"
import { stringLiteral } from "../text/index.js"
import { braces, type Doc, filled, hardline, importedName, indent, join } from "./layout.js"
import { itemType } from "./local-types.js"
import { mappingDoc, mappingInputType, type Parameter } from "./mapping.js"
import { typeName } from "./names.js"
import { typeOf } from "./type.js"

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

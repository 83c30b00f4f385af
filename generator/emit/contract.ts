import type { JsonSchema } from "../../runtime/definition/index.js"
import type { Contract } from "../../runtime/index.js"
import { itemSchemaOf, requirementsOf, requirementText } from "../../runtime/properties/index.js"
import { DEFAULT_PAGE } from "../check/index.js"
import type { BasePlan, CapabilityPlan } from "../plan/index.js"
import {
  ABSENT,
  type Field,
  fromJsonSchema,
  mapSubschemas,
  type ObjectShape,
  type Shape,
  without,
  withoutNodes,
} from "../shape/index.js"
import { docComment, stringLiteral } from "../text/index.js"
import { bracketed, type Doc, hardline, indent, join, line, printJson } from "./layout.js"
import { answerPartsPath, contractNames, contractPath, typeName } from "./module.js"
import { bodyOf, interfaceDoc, memberDocs } from "./type.js"

export function contractTypes(plan: CapabilityPlan): Doc[] {
  const [input, result] = contractNames(plan)
  const schema = plan.isList ? (itemSchemaOf(plan.output) ?? {}) : plan.output
  return [
    inputDoc(plan, input),
    interfaceDoc(result, "", extendShapes(plan, fromJsonSchema(schema))),
  ]
}

function extendShapes({ base, members = [] }: CapabilityPlan, shape: Shape): Shape {
  if (shape.kind !== "union") return extendShape(base, shape)
  const bases = new Map(members.map((one) => [one.shape, one]))
  const changed = shape.members.map((one) => {
    const known = one.kind === "object" && one.declared && bases.get(one.declared.name)
    return known ? extendShape(known, one) : one
  })
  return { ...shape, members: changed }
}

/** An object type that includes the fields of a shape of the project. */
export function extendShape(base: BasePlan | undefined, object: Shape): Shape {
  if (base === undefined || object.kind !== "object") return object
  return { ...object, declared: { as: "shape", name: base.shape, fields: base.fields } }
}

/**
 * In unions of more objects, ids are plain strings. A string is not a subtype of an id, so the compiler would also
 * try the signature with references for every object. With five objects, that takes half the checking time of calls
 * of 70 capabilities.
 */
const MOST_ALTERNATIVES = 4

/** The input type; if one of several inputs is required, a union with one type per choice. */
function inputDoc({ input, isList }: CapabilityPlan, name: string): Doc {
  const requirements = requirementsOf(input)
  const quoted = (one: string) => `\`${one}\``
  const comment = requirements.map((one) => requirementText(one, quoted)).join("\n")
  const shape = fromJsonSchema(input)
  const choices = requirements.flatMap(({ kind, names }) => (kind === "exactly_one" ? [names] : []))
  if (shape.kind !== "object" || choices.length === 0)
    return interfaceDoc(name, comment, isList ? withPages(shape) : shape)
  const chosen = choices.flat()
  const alternatives = choices.reduce((count, names) => count * names.length, 1)
  const plain = alternatives > MOST_ALTERNATIVES ? withoutNodes(shape) : shape
  const others = Object.entries(plain.fields).filter(([field]) => !chosen.includes(field))
  const all = choices.map((names) => [" & (", indent(choiceDoc(plain, names)), hardline, ")"])
  return [
    docComment(comment.split("\n")),
    hardline,
    `export type ${name} = `,
    bodyOf(shape, memberDocs({ ...shape, fields: Object.fromEntries(others) })),
    ...all,
  ]
}

/** The paging inputs of lists share one declaration, unless the page sizes differ. */
function withPages(input: Shape): Shape {
  if (input.kind !== "object" || input.fields.first?.default !== DEFAULT_PAGE) return input
  return { ...input, declared: { as: "page", name: "PageInput", fields: ["first", "after"] } }
}

/** A union with one member per name, in which that input is present and the others are absent. */
function choiceDoc({ fields, ...shape }: ObjectShape, names: readonly string[]): Doc {
  const given = names.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []))
  return given.map(([chosen]) => {
    const members = given.map(([name, field]): [string, Field] => [
      name,
      name === chosen ? { ...field, shape: without(field.shape, "absent") } : { shape: ABSENT },
    ])
    const one = { ...shape, fields: Object.fromEntries(members) }
    return [hardline, "| ", bodyOf(one, memberDocs(one))]
  })
}

/** The type of the input after defaults were applied. */
export function inputType(plan: CapabilityPlan): Doc[] {
  const defaults = defaultsOf(plan)
  if (plan.routes.length === 0 || defaults.length === 0) return []
  const keys = join(" | ", defaults.map(stringLiteral))
  const types = [`${typeName(plan.id)}Input,`, line, keys]
  return [[bracketed("type Input = WithDefaults<", types, ">")]]
}

export function defaultsOf(plan: CapabilityPlan): string[] {
  return Object.entries(plan.input.properties ?? {})
    .filter(([, schema]) => schema.default !== undefined)
    .map(([name]) => name)
}

/** `generated/contracts/ID.json`: the whole contract of a capability, for readers of JSON Schema. */
export function emitContract(plan: CapabilityPlan): [path: string, text: string] {
  const { id, version, description, effect, idempotent, routes, isList, input, output } = plan
  const contract: Contract = {
    id,
    version,
    description,
    effect,
    idempotent,
    routes,
    ...(isList && { list: true }),
    input,
    output: withoutBases(output),
  }
  return [contractPath(id), printJson(contract)]
}

/** Removes `extends`, because a schema also contains the properties that it extends. */
function withoutBases({ extends: _, ...schema }: JsonSchema): JsonSchema {
  return mapSubschemas(schema, withoutBases)
}

/** `generated/fields/ID.json`: prunable parts of answers, free-text fields, and how to reconcile writes. */
export function emitAnswerParts(plan: CapabilityPlan): [path: string, text: string][] {
  const { id, prunable, texts, reconcile } = plan
  const parts = { ...prunable, ...(texts && { texts }), ...(reconcile && { reconcile }) }
  return hasAnswerParts(plan) ? [[answerPartsPath(id), printJson(parts)]] : []
}

/** Whether the answers have metadata to emit. */
export function hasAnswerParts({ prunable, texts, reconcile }: CapabilityPlan): boolean {
  return prunable !== undefined || texts !== undefined || reconcile !== undefined
}

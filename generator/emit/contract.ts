import { itemSchemaOf, requirementsOf, requirementText } from "../../runtime/properties/index.js"
import { DEFAULT_PAGE } from "../check/index.js"
import { reads } from "../path/index.js"
import type { BasePlan, CapabilityPlan, CliPlan, GraphqlPlan, RestPlan } from "../plan/index.js"
import {
  ABSENT,
  type Field,
  fromJsonSchema,
  type ObjectShape,
  objectOf,
  type Shape,
  without,
  withoutNodes,
} from "../shape/index.js"
import { docComment, stringLiteral } from "../text/index.js"
import { type Doc, group, hardline, indent, join, line, softline } from "./layout.js"
import { withAnswers } from "./local-types.js"
import { typeName } from "./names.js"
import { interfaceDoc } from "./operation.js"
import { bodyOf, memberDocs, typeOrInterface } from "./type.js"

export function contractTypes(plan: CapabilityPlan): Doc[] {
  const name = typeName(plan.id)
  const input = inputDoc(plan)
  if (!plan.isList) {
    const shape = fromJsonSchema(plan.output)
    return [
      input,
      interfaceDoc(`${name}Output`, `Output of \`${plan.id}\`.`, over(plan.base, shape)),
    ]
  }
  const item = fromJsonSchema(itemSchemaOf(plan.output) ?? {})
  return [input, interfaceDoc(`${name}Item`, `One item of \`${plan.id}\`.`, over(plan.base, item))]
}

/** An object that has the fields of a shape of the project among others. */
export function over(base: BasePlan | undefined, object: Shape): Shape {
  if (base === undefined || object.kind !== "object") return object
  return { ...object, declared: { as: "shape", name: base.shape, fields: base.fields } }
}

/**
 * Of a union of more objects ids are texts. A text is no subtype of an id, so that for a text a compiler
 * tries the signature with references as well, of every object: of five, that is half of what the calls
 * of 70 capabilities cost it.
 */
const MOST_ALTERNATIVES = 4

/** What a caller gives; where one of several inputs is to be given, a type for each choice. */
function inputDoc({ id, input, isList }: CapabilityPlan): Doc {
  const name = `${typeName(id)}Input`
  const requirements = requirementsOf(input)
  const quoted = (one: string) => `\`${one}\``
  const comment = [
    `Input of \`${id}\`.`,
    ...requirements.map((one) => requirementText(one, quoted)),
  ].join("\n")
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

/** What every list takes is declared once, unless its pages are of another size. */
function withPages(input: Shape): Shape {
  if (input.kind !== "object" || input.fields.first?.default !== DEFAULT_PAGE) return input
  return { ...input, declared: { as: "page", name: "PageInput", fields: ["first", "after"] } }
}

/** An alternative for each name: it is there, and the others are not. */
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

/** What the look-ups find, as an interface of this module. */
export function lookupTypes(graphql: GraphqlPlan | undefined): Doc[] {
  const found = graphql?.lookups.map((one) => [one.key, one.shape]) ?? []
  return localInterface("Lookups", "What the look-ups find.", objectOf(Object.fromEntries(found)))
}

/** What REST's look-ups read of what they are answered, as an interface of this module. */
export function answerTypes(rest: RestPlan | undefined): Doc[] {
  const comment = "What is read of GitHub's REST answers, by look-up."
  return rest ? localInterface("Answers", comment, objectOf(answersOf(rest))) : []
}

function answersOf({ lookups }: RestPlan): Record<string, Shape> {
  return Object.fromEntries(
    lookups.flatMap(({ key, answer, result }) => (reads(result, "answer") ? [[key, answer]] : [])),
  )
}

/** What the mappings read of REST's responses, as an interface of this module. */
export function responseTypes(rest: RestPlan | undefined): Doc[] {
  if (rest === undefined) return []
  const comment = "What is read of GitHub's REST answers, by endpoint."
  return localInterface("Responses", comment, withAnswers(rest.responses, answersOf(rest)))
}

/** What the mappings read of what gh prints, as interfaces of this module. */
export function printedTypes(cli: CliPlan): Doc[] {
  const { command, reader, printed, earlier, output } = cli
  const mapped = [command, ...(reader ? [reader] : [])].flatMap(({ arguments: given, flags }) => [
    ...given,
    ...flags.map(({ expression }) => expression),
  ])
  const isEarlierRead = [...mapped, output.root.expression, output.value].some((one) =>
    reads(one, "earlier"),
  )
  return [
    ...localInterface("Printed", "What is read of what gh prints.", printed),
    ...(isEarlierRead
      ? localInterface("Earlier", "What is read of what gh printed before.", earlier)
      : []),
  ]
}

function localInterface(name: string, comment: string, shape: Shape): Doc[] {
  if (shape.kind !== "object" || Object.keys(shape.fields).length === 0) return []
  return [[docComment([comment]), hardline, ...typeOrInterface(name, withoutNodes(shape))]]
}

/** The input once defaults were applied. */
export function inputType(plan: CapabilityPlan): Doc[] {
  const defaults = defaultsOf(plan)
  if (plan.routes.length === 0 || defaults.length === 0) return []
  const keys = join(" | ", defaults.map(stringLiteral))
  const types = [`${typeName(plan.id)}Input,`, line, keys]
  return [[group(["type Input = WithDefaults<", indent([softline, types]), softline, ">"])]]
}

export function defaultsOf(plan: CapabilityPlan): string[] {
  return Object.entries(plan.input.properties ?? {})
    .filter(([, schema]) => schema.default !== undefined)
    .map(([name]) => name)
}

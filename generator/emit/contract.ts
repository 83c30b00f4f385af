import { reads } from "../path/index.js"
import type { CapabilityPlan, CliPlan, GraphqlPlan, RestPlan } from "../plan/index.js"
import { fromJsonSchema, objectOf, type Shape } from "../shape/index.js"
import { docComment, stringLiteral } from "../text/index.js"
import { type Doc, group, hardline, indent, join, line, softline } from "./layout.js"
import { typeName } from "./names.js"
import { interfaceDoc } from "./operation.js"
import { bodyOf, memberDocs } from "./type.js"

export function contractTypes(plan: CapabilityPlan): Doc[] {
  const name = typeName(plan.id)
  const input = interfaceDoc(`${name}Input`, `Input of \`${plan.id}\`.`, fromJsonSchema(plan.input))
  if (!plan.isList) {
    const shape = fromJsonSchema(plan.output)
    return [input, interfaceDoc(`${name}Output`, `Output of \`${plan.id}\`.`, shape)]
  }
  const item = fromJsonSchema(plan.output.properties?.items?.items ?? {})
  return [input, interfaceDoc(`${name}Item`, `One item of \`${plan.id}\`.`, item)]
}

/** What the look-ups find, as an interface of this module. */
export function lookupTypes(graphql: GraphqlPlan | undefined): Doc[] {
  const found = graphql?.lookups.map((one) => [one.key, one.shape]) ?? []
  return localInterface("Lookups", "What the look-ups find.", objectOf(Object.fromEntries(found)))
}

/** What REST's look-ups read of what they are answered, as an interface of this module. */
export function answerTypes(rest: RestPlan | undefined): Doc[] {
  const read = rest?.lookups.flatMap(({ key, answer, result }) =>
    reads(result, "answer") ? [[key, answer]] : [],
  )
  const comment = "What is read of GitHub's REST answers, by look-up."
  return localInterface("Answers", comment, objectOf(Object.fromEntries(read ?? [])))
}

/** What the mappings read of REST's responses, as an interface of this module. */
export function responseTypes(rest: RestPlan | undefined): Doc[] {
  if (rest === undefined) return []
  const comment = "What is read of GitHub's REST answers, by endpoint."
  return localInterface("Responses", comment, rest.responses)
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
  const members = shape.kind === "object" ? memberDocs(shape) : []
  if (shape.kind !== "object" || members.length === 0) return []
  return [[docComment([comment]), hardline, `interface ${name} `, bodyOf(shape, members)]]
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

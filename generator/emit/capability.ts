import { type Doc, group, hardline, indent, join, line, mentions, softline } from "../layout.js"
import { code, literalCode } from "../path/index.js"
import type {
  CapabilityPlan,
  EndpointPlan,
  GraphqlPlan,
  LookupPlan,
  OutputPlan,
  RestPlan,
} from "../plan/capability-plan.js"
import { fromJsonSchema } from "../shape/from-json-schema.js"
import { memberDocs, typeOf } from "../shape/print.js"
import { objectOf } from "../shape/shape.js"
import { docComment, propertyName, stringLiteral } from "../text.js"
import { commentDoc, type Import, printModule, relativePath } from "./module.js"
import { capabilityPath, operationPath, specifier, typeName, valueName } from "./names.js"
import { documentDoc, hasParts, interfaceDoc, lookupName, operationTypes } from "./operation.js"

/** The module of one capability: its contract as types, the document, and the function. */
export function emitCapability(plan: CapabilityPlan): [path: string, text: string] {
  const path = capabilityPath(plan.id)
  const { graphql } = plan
  const sources = [plan.card, ...(graphql === undefined ? [] : [graphql.operation.path])]
  const declarations = [
    ...contractTypes(plan),
    ...(graphql === undefined ? [] : [["const document = ", documentDoc(graphql.operation.text)]]),
    ...inputType(plan),
    ...lookupTypes(graphql),
    ...responseTypes(plan.rest),
    [commentDoc(capabilityComment(plan)), hardline, definition(plan)],
  ]
  return [path, printModule({ path, sources, imports: imports(path, plan), declarations })]
}

function imports(path: string, plan: CapabilityPlan): Import[] {
  const from = (target: string) => relativePath(path, specifier(target))
  const operations = plan.graphql === undefined ? [] : operationImports(plan.graphql, from)
  const defaults = defaultsOf(plan)
  return [
    { from: from("runtime/capability.ts"), names: [constructorOf(plan)] },
    ...(plan.routes.length > 0 && defaults.length > 0
      ? [{ from: from("runtime/definition.ts"), names: ["WithDefaults"], types: true }]
      : []),
    ...operations,
  ]
}

function operationImports(graphql: GraphqlPlan, from: (target: string) => string): Import[] {
  const own = operationTypes(graphql.operation)
  const lookups = new Map(graphql.lookups.map(({ operation }) => [operation.path, operation]))
  const module = from(operationPath(graphql.operation.path))
  return [
    ...(hasParts(graphql.operation) ? [{ from: module, names: ["parts"] }] : []),
    {
      from: module,
      names: [own.data, own.variables],
      types: true,
    },
    ...[...lookups.values()].flatMap((operation) => {
      const types = operationTypes(operation)
      const module = from(operationPath(operation.path))
      return [
        { from: module, names: [lookupName(operation)] },
        { from: module, names: [types.data], types: true },
      ]
    }),
  ]
}

function constructorOf(plan: CapabilityPlan): string {
  return plan.isList ? "listCapability" : "capability"
}

function contractTypes(plan: CapabilityPlan): Doc[] {
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
function lookupTypes(graphql: GraphqlPlan | undefined): Doc[] {
  if (graphql === undefined || graphql.lookups.length === 0) return []
  const shape = objectOf(Object.fromEntries(graphql.lookups.map((one) => [one.key, one.shape])))
  return [
    ["interface Lookups {", indent([hardline, join(hardline, memberDocs(shape))]), hardline, "}"],
  ]
}

function capabilityComment(plan: CapabilityPlan): string {
  const { points, nodes } = plan.cost
  const [example] = plan.examples
  const most = nodes === 0 ? "" : `, at most ${nodes.toLocaleString("en")} nodes`
  const cost = `${points} ${points === 1 ? "point" : "points"}${most}`
  const input = example === undefined ? undefined : exampleText(plan, example.input)
  return docComment([
    plan.description,
    "",
    `Routes: ${plan.routes.join(", then ")}. Cost: ${cost}.`,
    ...plan.notes,
    ...(input === undefined ? [] : ["", "@example", ...input]),
    ...(plan.since === undefined ? [] : ["", `@since ${plan.since}`]),
    ...(plan.deprecated === undefined ? [] : ["", `@deprecated ${plan.deprecated}`]),
  ])
}

function exampleText(plan: CapabilityPlan, input: Record<string, unknown>): string[] {
  const call = `const ${valueNameOfResult(plan)} = await ghx.${plan.id}(`
  const entries = Object.entries(input).map(
    ([name, value]) => `${propertyName(name)}: ${JSON.stringify(value)}`,
  )
  if (entries.length === 0) return [`${call})`]
  const flat = `${call}{ ${entries.join(", ")} })`
  if (flat.length <= 96) return [flat]
  return [`${call}{`, ...entries.map((entry) => `  ${entry},`), "})"]
}

function valueNameOfResult(plan: CapabilityPlan): string {
  return plan.isList ? "page" : "result"
}

function definition(plan: CapabilityPlan): Doc {
  const name = typeName(plan.id)
  const result = plan.isList ? `${name}Item` : `${name}Output`
  const generics = [stringLiteral(plan.id), `${name}Input`, result]
  return [
    `export const ${valueName(plan.id)} = /* @__PURE__ */ ${constructorOf(plan)}`,
    group(["<", indent([softline, join([",", line], generics)]), softline, ">"]),
    "({",
    indent([
      hardline,
      join(hardline, [
        `id: ${stringLiteral(plan.id)},`,
        `version: ${stringLiteral(plan.version)},`,
        `effect: ${stringLiteral(plan.effect)},`,
        `idempotent: ${plan.idempotent},`,
        ["input: ", literalCode(plan.input).doc, ","],
        ["output: ", literalCode(plan.output).doc, ","],
        ["routes: ", literalCode(plan.routes).doc, ","],
        ...(plan.graphql === undefined ? [] : [graphqlRoute(plan, plan.graphql)]),
        ...(plan.rest === undefined ? [] : [restRoute(plan, plan.rest)]),
      ]),
    ]),
    hardline,
    "})",
  ]
}

function graphqlRoute(plan: CapabilityPlan, graphql: GraphqlPlan): Doc {
  const { operation, lookups, output } = graphql
  const types = operationTypes(operation)
  const variables = objectOfProperties(graphql.variables)
  return block("graphql: ", [
    [
      `operation: { type: ${stringLiteral(operation.type)}, name: ${stringLiteral(operation.name)}, `,
      `document, ${hasParts(operation) ? "parts" : "isolated: true"} },`,
    ],
    ...(lookups.length > 0
      ? [
          block(
            "lookups: ",
            lookups.map((one) => lookup(plan, one)),
          ),
        ]
      : []),
    [
      `variables: (${parametersOf(plan, variables.doc)}): ${types.variables} => (`,
      variables.doc,
      "),",
    ],
    `result: ${stringLiteral(output.result)},`,
    outputFunction(plan, output, "data", types.data),
  ])
}

/** The input of a mapping; where there are defaults, mappings see more than callers give. */
function inputParameter(plan: CapabilityPlan): string {
  return defaultsOf(plan).length === 0 ? "input" : "input: Input"
}

/** The input once defaults were applied. */
function inputType(plan: CapabilityPlan): Doc[] {
  const defaults = defaultsOf(plan)
  if (plan.routes.length === 0 || defaults.length === 0) return []
  const keys = join(" | ", defaults.map(stringLiteral))
  const types = [`${typeName(plan.id)}Input,`, line, keys]
  return [[group(["type Input = WithDefaults<", indent([softline, types]), softline, ">"])]]
}

function defaultsOf(plan: CapabilityPlan): string[] {
  return Object.entries(plan.input.properties ?? {})
    .filter(([, schema]) => schema.default !== undefined)
    .map(([name]) => name)
}

/** The parameters of a mapping that reads the input, the look-ups, both or neither. */
function parametersOf(plan: CapabilityPlan, body: Doc): string {
  const input = mentions(body, "input") ? inputParameter(plan) : undefined
  if (mentions(body, "lookups")) return `${input ?? "_input"}, lookups: Lookups`
  return input ?? ""
}

function outputFunction(
  plan: CapabilityPlan,
  output: OutputPlan,
  response: string,
  type: string,
): Doc {
  const others = parametersOf(plan, output.value)
  const { name, code: source, isNullable } = output.root
  const isUsed = mentions(output.value, name)
  const reads = isUsed || isNullable ? [source, output.value] : output.value
  const first = mentions(reads, response) ? response : `_${response}`
  const parameters = `${first}: ${type}${others === "" ? "" : `, ${others}`}`
  if (name === response) return [`output: (${parameters}) => (`, output.value, "),"]
  if (!isUsed && !isNullable) return [`output: (${parameters}) => (`, output.value, "),"]
  return block(`output: (${parameters}) => `, [
    ...(isUsed ? [group([`const ${name} =`, indent([line, source])])] : []),
    ...(isNullable ? [["if (!", isUsed ? name : ["(", source, ")"], ") return null"]] : []),
    ["return ", output.value],
  ])
}

function restRoute(plan: CapabilityPlan, { endpoints, output }: RestPlan): Doc {
  return block("rest: ", [
    [
      "endpoints: [",
      indent([
        hardline,
        join(
          hardline,
          endpoints.map((one) => endpoint(plan, one)),
        ),
      ]),
      hardline,
      "],",
    ],
    `result: ${stringLiteral(output.result)},`,
    outputFunction(plan, output, "responses", "Responses"),
  ])
}

function endpoint(
  plan: CapabilityPlan,
  { as, method, path, accept, ...values }: EndpointPlan,
): Doc {
  const request = code.objectLiteral([
    ["path: ", objectOfProperties(values.parameters).doc],
    ...(values.query.length === 0 ? [] : [["query: ", objectOfProperties(values.query).doc]]),
    ...(values.body.length === 0 ? [] : [["body: ", objectOfProperties(values.body).doc]]),
  ]).doc
  const input = mentions(request, "input") ? inputParameter(plan) : undefined
  const parameters = mentions(request, "responses")
    ? `${input ?? "_input"}, responses: Responses`
    : (input ?? "")
  return block("", [
    `as: ${stringLiteral(as)},`,
    `method: ${stringLiteral(method)},`,
    `path: ${stringLiteral(path)},`,
    ...(accept === undefined ? [] : [`accept: ${stringLiteral(accept)},`]),
    [`request: (${parameters}) => (`, request, "),"],
  ])
}

/** What the mappings read of REST's responses, as an interface of this module. */
function responseTypes(rest: RestPlan | undefined): Doc[] {
  if (rest === undefined || rest.responses.kind !== "object") return []
  const comment = docComment(["What is read of GitHub's REST answers, by endpoint."])
  const members = memberDocs(rest.responses)
  return [
    [
      comment,
      hardline,
      "interface Responses {",
      indent([hardline, join(hardline, members)]),
      hardline,
      "}",
    ],
  ]
}

function lookup(
  plan: CapabilityPlan,
  { key, operation, subject, foreach, ...rest }: LookupPlan,
): Doc {
  const variables = rest.given.reduceRight(
    (body, { name, code: value }) => code.helper("given", [value, code.arrow(name, body)]),
    objectOfProperties(rest.variables),
  )
  const input = mentions(variables.doc, "input")
    ? inputParameter(plan)
    : foreach === undefined
      ? ""
      : "_input"
  const item = foreach === undefined ? "" : [`, ${foreach.name}: `, typeOf(foreach.item)]
  return block(`${propertyName(key)}: `, [
    `operation: ${lookupName(operation)},`,
    `subject: ${stringLiteral(subject)},`,
    ...(foreach === undefined
      ? []
      : [[`foreach: (${inputParameter(plan)}) => `, foreach.code, ","]]),
    ["variables: (", input, item, ") => ", code.inParentheses(variables), ","],
    [`result: (data: ${operationTypes(operation).data}) => `, rest.result, ","],
  ])
}

function objectOfProperties(properties: LookupPlan["variables"]): code.Code {
  return code.objectLiteral(
    properties.map(({ name, code: value }) => {
      const key = propertyName(name)
      return value.reference === key ? value.doc : [key, ": ", value.doc]
    }),
  )
}

/** `head{ … },` with a line for each member. */
function block(head: Doc, members: readonly Doc[]): Doc {
  return [head, "{", indent([hardline, join(hardline, [...members])]), hardline, "},"]
}

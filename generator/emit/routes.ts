import { type Doc, group, hardline, indent, join, line, mentions } from "../layout.js"
import { code } from "../path/index.js"
import type {
  CapabilityPlan,
  EndpointPlan,
  GraphqlPlan,
  LookupPlan,
  OutputPlan,
  RestPlan,
} from "../plan/capability-plan.js"
import { typeOf } from "../shape/print.js"
import { propertyName, stringLiteral } from "../text.js"
import { defaultsOf } from "./contract.js"
import { hasParts, lookupName, operationTypes } from "./operation.js"

export function graphqlRoute(plan: CapabilityPlan, graphql: GraphqlPlan): Doc {
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
  const pageInfo = mentions(output.value, "pageInfo") ? [others || "_input", "pageInfo"] : [others]
  const parameters = [`${first}: ${type}`, ...pageInfo.filter((one) => one !== "")].join(", ")
  if (name === response) return [`output: (${parameters}) => (`, output.value, "),"]
  if (!isUsed && !isNullable) return [`output: (${parameters}) => (`, output.value, "),"]
  return block(`output: (${parameters}) => `, [
    ...(isUsed ? [group([`const ${name} =`, indent([line, source])])] : []),
    ...(isNullable ? [["if (!", isUsed ? name : ["(", source, ")"], ") return null"]] : []),
    ["return ", output.value],
  ])
}

export function restRoute(plan: CapabilityPlan, { endpoints, output }: RestPlan): Doc {
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
  { as, method, path, accept, paged, ...values }: EndpointPlan,
): Doc {
  const request = code.objectLiteral([
    ["path: ", objectOfProperties(values.parameters).doc],
    ...(values.query.length === 0 ? [] : [["query: ", objectOfProperties(values.query).doc]]),
    ...(values.body.length === 0 ? [] : [["body: ", objectOfProperties(values.body).doc]]),
  ]).doc
  const input = mentions(request, "input") ? inputParameter(plan) : undefined
  const responses = mentions(request, "responses") ? "responses: Responses" : undefined
  const parameters = paged
    ? [input ?? "_input", responses ?? "_responses", "page"].join(", ")
    : responses === undefined
      ? (input ?? "")
      : `${input ?? "_input"}, ${responses}`
  return block("", [
    `as: ${stringLiteral(as)},`,
    `method: ${stringLiteral(method)},`,
    `path: ${stringLiteral(path)},`,
    ...(accept === undefined ? [] : [`accept: ${stringLiteral(accept)},`]),
    ...(paged ? ["paged: true,"] : []),
    [`request: (${parameters}) => (`, request, "),"],
  ])
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

/** The parameters of a mapping that reads the input, the look-ups, both or neither. */
function parametersOf(plan: CapabilityPlan, body: Doc): string {
  const input = mentions(body, "input") ? inputParameter(plan) : undefined
  if (mentions(body, "lookups")) return `${input ?? "_input"}, lookups: Lookups`
  return input ?? ""
}

/** The input of a mapping; where there are defaults, mappings see more than callers give. */
function inputParameter(plan: CapabilityPlan): string {
  return defaultsOf(plan).length === 0 ? "input" : "input: Input"
}

/** `head{ … },` with a line for each member. */
function block(head: Doc, members: readonly Doc[]): Doc {
  return [head, "{", indent([hardline, join(hardline, [...members])]), hardline, "},"]
}

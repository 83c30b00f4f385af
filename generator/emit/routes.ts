import { type Doc, group, hardline, indent, join, line, mentions } from "../layout/index.js"
import { code } from "../path/index.js"
import type {
  CapabilityPlan,
  EndpointPlan,
  ForeachPlan,
  GraphqlPlan,
  LookupPlan,
  OperationPlan,
  OutputPlan,
  RestLookupPlan,
  RestPlan,
} from "../plan/index.js"
import { propertyName, stringLiteral } from "../text/index.js"
import { defaultsOf } from "./contract.js"
import type { LocalNames } from "./local-names.js"
import { type OperationNames, operationNames } from "./operation.js"
import { typeOf } from "./type.js"

export function graphqlRoute(plan: CapabilityPlan, graphql: GraphqlPlan, names: LocalNames): Doc {
  const { operation, lookups, output } = graphql
  const namesOf = (one: OperationPlan) => names.get(one.path) ?? operationNames(one)
  const own = namesOf(operation)
  const variables = objectOfProperties(graphql.variables)
  return block("graphql: ", [
    `operation: ${own.constant},`,
    ...(lookups.length > 0
      ? [
          block(
            "lookups: ",
            lookups.map((one) => lookup(plan, one, namesOf(one.operation))),
          ),
        ]
      : []),
    [
      `variables: (${parametersOf(plan, variables.doc)}): ${own.variables} => (`,
      variables.doc,
      "),",
    ],
    `result: ${stringLiteral(output.result)},`,
    outputFunction(plan, output, "data", own.data),
  ])
}

export function outputFunction(
  plan: CapabilityPlan,
  output: OutputPlan,
  response: string,
  type: Doc,
): Doc {
  const { name, code: source, isNullable } = output.root
  const { without = "null" } = output
  const isUsed = mentions(output.value, name)
  const reads = isUsed || isNullable ? [source, without, output.value] : output.value
  const others = parametersOf(plan, reads)
  const first = mentions(reads, response) ? response : `_${response}`
  const pageInfo = mentions(output.value, "pageInfo") ? ", pageInfo" : ""
  const after = others === "" && pageInfo !== "" ? "_input" : others
  const parameters = [first, ": ", type, after === "" ? "" : `, ${after}`, pageInfo]
  if (name === response) return ["output: (", parameters, ") => (", output.value, "),"]
  if (!isUsed && !isNullable) return ["output: (", parameters, ") => (", output.value, "),"]
  return block(
    ["output: (", parameters, ") => "],
    [
      ...(isUsed ? [group([`const ${name} =`, indent([line, source])])] : []),
      ...(isNullable ? [["if (!", isUsed ? name : ["(", source, ")"], ") return ", without]] : []),
      ["return ", output.value],
    ],
  )
}

export function restRoute(plan: CapabilityPlan, { lookups, endpoints, output }: RestPlan): Doc {
  return block("rest: ", [
    ...(lookups.length === 0
      ? []
      : [
          block(
            "lookups: ",
            lookups.map((one) => restLookup(plan, one)),
          ),
        ]),
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
  { as, method, path, accept, isOptional, paged, foreach, ...values }: EndpointPlan,
): Doc {
  const request = requestObject(values).doc
  return block("", [
    `as: ${stringLiteral(as)},`,
    `method: ${stringLiteral(method)},`,
    `path: ${stringLiteral(path)},`,
    ...(accept === undefined ? [] : [`accept: ${stringLiteral(accept)},`]),
    ...(isOptional ? ["optional: true,"] : []),
    ...(paged ? ["paged: true,"] : []),
    ...(foreach === undefined
      ? []
      : [["foreach: (", endpointParameters(plan, foreach.code), ") => ", foreach.code, ","]]),
    ["request: (", endpointParameters(plan, request, foreach, paged), ") => (", request, "),"],
  ])
}

function requestObject(
  values: Pick<EndpointPlan, "parameters" | "query"> & Partial<Pick<EndpointPlan, "body">>,
): code.Code {
  const { parameters, query, body = [] } = values
  return code.objectLiteral([
    ["path: ", objectOfProperties(parameters).doc],
    ...(query.length === 0 ? [] : [["query: ", objectOfProperties(query).doc]]),
    ...(body.length === 0 ? [] : [["body: ", objectOfProperties(body).doc]]),
  ])
}

/** `input, responses, item` or `page`: those that are read, and those before them. */
function endpointParameters(
  plan: CapabilityPlan,
  body: Doc,
  foreach?: ForeachPlan,
  paged = false,
): Doc {
  const input = mentions(body, "input") ? inputParameter(plan) : "_input"
  const readsResponses = mentions(body, "responses")
  const responses = readsResponses ? "responses: Responses" : "_responses"
  if (paged) return [input, `, ${responses}, page: number`]
  if (foreach !== undefined && mentions(body, foreach.name)) {
    return [input, `, ${responses}, ${foreach.name}: `, typeOf(foreach.item)]
  }
  if (readsResponses) return [input, ", responses: Responses"]
  return input === "_input" ? "" : input
}

function restLookup(plan: CapabilityPlan, one: RestLookupPlan): Doc {
  const { key, path, subject, isOptional, foreach, result } = one
  const request = one.given.reduceRight(
    (body, { name, code: value }) => code.helper("given", [value, code.arrow(name, body)]),
    requestObject(one),
  )
  return block(`${propertyName(key)}: `, [
    `path: ${stringLiteral(path)},`,
    `subject: ${stringLiteral(subject)},`,
    ...(isOptional ? ["optional: true,"] : []),
    ...(foreach === undefined
      ? []
      : [[`foreach: (${inputParameter(plan)}) => `, foreach.code, ","]]),
    [
      ["request: (", itemParameters(plan, request.doc, foreach), ") => "],
      [code.inParentheses(request), ","],
    ],
    [
      [
        "result: (",
        mentions(result, "answer") ? `answer: Answers[${stringLiteral(key)}]` : "_answer",
      ],
      [...followedBy(itemParameters(plan, result, foreach)), ") =>"],
      [group(indent([line, result])), ","],
    ],
  ])
}

/** `input, item`: those that are read, and those before them. */
function itemParameters(plan: CapabilityPlan, body: Doc, foreach?: ForeachPlan): Doc {
  const input = mentions(body, "input") ? inputParameter(plan) : undefined
  if (foreach === undefined || !mentions(body, foreach.name)) return input ?? ""
  return [input ?? "_input", `, ${foreach.name}: `, typeOf(foreach.item)]
}

function followedBy(parameters: Doc): Doc[] {
  return parameters === "" ? [] : [", ", parameters]
}

function lookup(
  plan: CapabilityPlan,
  { key, subject, foreach, ...rest }: LookupPlan,
  { constant, data }: OperationNames,
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
    `operation: ${constant},`,
    `subject: ${stringLiteral(subject)},`,
    ...(foreach === undefined
      ? []
      : [[`foreach: (${inputParameter(plan)}) => `, foreach.code, ","]]),
    ["variables: (", input, item, ") => ", code.inParentheses(variables), ","],
    [
      `result: (data: ${data}`,
      mentions(rest.result, "input") ? `, ${inputParameter(plan)}) =>` : ") =>",
      group(indent([line, rest.result])),
      ",",
    ],
  ])
}

export function objectOfProperties(properties: LookupPlan["variables"]): code.Code {
  return code.objectOf(properties.map(({ name, code: value }) => [name, value] as const))
}

/** The parameters of a mapping after what it maps: the input, then look-ups or what gh printed before. */
export function parametersOf(plan: CapabilityPlan, body: Doc): string {
  const input = mentions(body, "input") ? inputParameter(plan) : undefined
  if (mentions(body, "lookups")) return `${input ?? "_input"}, lookups: Lookups`
  if (mentions(body, "earlier")) return `${input ?? "_input"}, earlier: Earlier`
  return input ?? ""
}

/** The input of a mapping; where there are defaults, mappings see more than callers give. */
function inputParameter(plan: CapabilityPlan): string {
  return defaultsOf(plan).length === 0 ? "input" : "input: Input"
}

/** `head{ … },` with a line for each member. */
export function block(head: Doc, members: readonly Doc[]): Doc {
  return [head, "{", indent([hardline, join(hardline, [...members])]), hardline, "},"]
}

import { type Expression, expr } from "../path/index.js"
import type {
  CapabilityPlan,
  EndpointPlan,
  ForeachPlan,
  GivenPlan,
  GraphqlPlan,
  LookupPlan,
  OperationPlan,
  OutputPlan,
  PropertyPlan,
  RestLookupPlan,
  RestPlan,
} from "../plan/index.js"
import { propertyName, stringLiteral } from "../text/index.js"
import { defaultsOf } from "./contract.js"
import { bodyDoc, expressionDoc } from "./expression.js"
import { type Doc, group, hardline, indent, join, line } from "./layout.js"
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
    ...optionalBlock(
      "lookups: ",
      lookups.map((one) => lookup(plan, one, namesOf(one.operation))),
    ),
    [
      ["variables: (", mappingParameters(plan, [variables]), `): ${own.variables} => `],
      [bodyDoc(variables), ","],
    ],
    `result: ${stringLiteral(output.result)},`,
    outputFunction(plan, output, "data", own.data),
  ])
}

/** `(data, input) => …`: what a response holds, as the contract has it. */
export function outputFunction(
  plan: CapabilityPlan,
  { root, value, without = expr.NULL_VALUE }: OutputPlan,
  response: string,
  type: Doc,
): Doc {
  const { name, expression: source, isNullable } = root
  const isUsed = expr.reads(value, name)
  const isBare = name === response || (!isUsed && !isNullable)
  const read = isBare ? [value] : [source, without, value]
  const others = mappingParameters(plan, read)
  const first = read.some((one) => expr.reads(one, response)) ? response : `_${response}`
  const isPaged = callsPageInfo(value)
  const after = others === "" && isPaged ? "_input" : others
  const parameters = [
    [first, ": ", type],
    after === "" ? "" : `, ${after}`,
    isPaged ? ", pageInfo" : "",
  ]
  if (isBare) return ["output: (", parameters, ") => ", bodyDoc(value), ","]
  const nothing = isUsed ? name : ["(", expressionDoc(source), ")"]
  return block(
    ["output: (", parameters, ") => "],
    [
      ...(isUsed ? [group([`const ${name} =`, indent([line, expressionDoc(source)])])] : []),
      ...(isNullable ? [["if (!", nothing, ") return ", expressionDoc(without)]] : []),
      ["return ", expressionDoc(value)],
    ],
  )
}

/** Whether the page of a REST answer is made, of which the runtime knows whether it is the last. */
function callsPageInfo(value: Expression): boolean {
  const members = value.kind === "object" ? value.members : []
  return members.some(({ value: one }) => one.kind === "call" && one.name === "pageInfo")
}

export function restRoute(plan: CapabilityPlan, { lookups, endpoints, output }: RestPlan): Doc {
  const all = endpoints.map((one) => endpoint(plan, one))
  return block("rest: ", [
    ...optionalBlock(
      "lookups: ",
      lookups.map((one) => restLookup(plan, one)),
    ),
    ["endpoints: [", indent([hardline, join(hardline, all)]), hardline, "],"],
    `result: ${stringLiteral(output.result)},`,
    outputFunction(plan, output, "responses", "Responses"),
  ])
}

function endpoint(plan: CapabilityPlan, one: EndpointPlan): Doc {
  const { as, method, path, accept, isOptional, paged, foreach } = one
  const request = requestObject(one)
  return block("", [
    `as: ${stringLiteral(as)},`,
    `method: ${stringLiteral(method)},`,
    `path: ${stringLiteral(path)},`,
    ...(accept === undefined ? [] : [`accept: ${stringLiteral(accept)},`]),
    ...(isOptional ? ["optional: true,"] : []),
    ...(paged ? ["paged: true,"] : []),
    ...(foreach === undefined
      ? []
      : [
          [
            ["foreach: (", endpointParameters(plan, foreach.expression), ") => "],
            [bodyDoc(foreach.expression), ","],
          ],
        ]),
    [
      ["request: (", endpointParameters(plan, request, foreach, paged), ") => "],
      [bodyDoc(request), ","],
    ],
  ])
}

function requestObject(
  values: Pick<EndpointPlan, "parameters" | "query"> & Partial<Pick<EndpointPlan, "body">>,
): Expression {
  const { parameters, query, body = [] } = values
  return expr.objectOf([
    ["path", objectOfProperties(parameters)],
    ...(query.length === 0 ? [] : [["query", objectOfProperties(query)] as const]),
    ...(body.length === 0 ? [] : [["body", objectOfProperties(body)] as const]),
  ])
}

/** `input, responses, item` or `page`: those that are read, and those before them. */
function endpointParameters(
  plan: CapabilityPlan,
  body: Expression,
  foreach?: ForeachPlan,
  paged = false,
): Doc {
  const input = expr.reads(body, "input") ? inputParameter(plan) : "_input"
  const readsResponses = expr.reads(body, "responses")
  const responses = readsResponses ? "responses: Responses" : "_responses"
  if (paged) return [input, `, ${responses}, page: number`]
  if (foreach !== undefined && expr.reads(body, foreach.name)) {
    return [input, `, ${responses}, ${foreach.name}: `, typeOf(foreach.item)]
  }
  if (readsResponses) return [input, ", responses: Responses"]
  return input === "_input" ? "" : input
}

function restLookup(plan: CapabilityPlan, one: RestLookupPlan): Doc {
  const { key, path, subject, isOptional, foreach, result } = one
  const request = whereGiven(one.given, requestObject(one))
  const answer = expr.reads(result, "answer") ? `answer: Answers[${stringLiteral(key)}]` : "_answer"
  return block(`${propertyName(key)}: `, [
    `path: ${stringLiteral(path)},`,
    `subject: ${stringLiteral(subject)},`,
    ...(isOptional ? ["optional: true,"] : []),
    ...foreachMember(plan, foreach),
    ["request: (", itemParameters(plan, request, foreach), ") => ", bodyDoc(request), ","],
    [
      ["result: (", answer, ...followedBy(itemParameters(plan, result, foreach)), ") =>"],
      [group(indent([line, bodyDoc(result)])), ","],
    ],
  ])
}

function foreachMember(plan: CapabilityPlan, foreach: ForeachPlan | undefined): Doc[] {
  if (foreach === undefined) return []
  return [[`foreach: (${inputParameter(plan)}) => `, bodyDoc(foreach.expression), ","]]
}

/** `input, item`: those that are read, and those before them. */
function itemParameters(plan: CapabilityPlan, body: Expression, foreach?: ForeachPlan): Doc {
  const input = expr.reads(body, "input") ? inputParameter(plan) : undefined
  if (foreach === undefined || !expr.reads(body, foreach.name)) return input ?? ""
  return [input ?? "_input", `, ${foreach.name}: `, typeOf(foreach.item)]
}

function followedBy(parameters: Doc): Doc[] {
  return parameters === "" ? [] : [", ", parameters]
}

function lookup(
  plan: CapabilityPlan,
  { key, subject, foreach, given, result, ...rest }: LookupPlan,
  { constant, data }: OperationNames,
): Doc {
  const variables = whereGiven(given, objectOfProperties(rest.variables))
  const input = expr.reads(variables, "input")
    ? inputParameter(plan)
    : foreach === undefined
      ? ""
      : "_input"
  const item = foreach === undefined ? "" : [`, ${foreach.name}: `, typeOf(foreach.item)]
  const readsInput = expr.reads(result, "input")
  return block(`${propertyName(key)}: `, [
    `operation: ${constant},`,
    `subject: ${stringLiteral(subject)},`,
    ...foreachMember(plan, foreach),
    ["variables: (", input, item, ") => ", bodyDoc(variables), ","],
    [
      [`result: (data: ${data}`, readsInput ? `, ${inputParameter(plan)}) =>` : ") =>"],
      [group(indent([line, bodyDoc(result)])), ","],
    ],
  ])
}

/** What is asked where the inputs that it needs are there. */
function whereGiven(given: readonly GivenPlan[], asked: Expression): Expression {
  return given.reduceRight(
    (body, { name, expression }) => expr.helper("given", expression, expr.lambda(name, body)),
    asked,
  )
}

export function objectOfProperties(properties: readonly PropertyPlan[]): Expression {
  return expr.objectOf(properties.map(({ name, expression }) => [name, expression] as const))
}

/** The parameters of a mapping after what it maps: the input, then look-ups or what gh printed before. */
export function mappingParameters(plan: CapabilityPlan, mapped: readonly Expression[]): string {
  const isRead = (name: string) => mapped.some((one) => expr.reads(one, name))
  const input = isRead("input") ? inputParameter(plan) : undefined
  if (isRead("lookups")) return `${input ?? "_input"}, lookups: Lookups`
  if (isRead("earlier")) return `${input ?? "_input"}, earlier: Earlier`
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

export function optionalBlock(head: Doc, members: readonly Doc[]): Doc[] {
  return members.length === 0 ? [] : [block(head, members)]
}

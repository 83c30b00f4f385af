import { build, type Expression, reads } from "../path/index.js"
import type {
  AmongPlan,
  CapabilityPlan,
  EndpointPlan,
  ForeachPlan,
  GivenPlan,
  GraphqlPlan,
  LookupPlan,
  OperationPlan,
  PropertyPlan,
  RestLookupPlan,
  RestPlan,
} from "../plan/index.js"
import { fromJsonSchema } from "../shape/index.js"
import { propertyName, stringLiteral } from "../text/index.js"
import { type Doc, hardline, imported, indent, join } from "./layout.js"
import type { LocalNames } from "./local-names.js"
import { itemType } from "./local-types.js"
import { mappingDoc, type Parameter, seenInput } from "./mapping.js"
import { typeName } from "./names.js"
import { type OperationNames, operationNames } from "./operation.js"
import { outputFunction } from "./output.js"
import { typeOf } from "./type.js"

export function graphqlRoute(plan: CapabilityPlan, graphql: GraphqlPlan, names: LocalNames): Doc {
  const { operation, lookups, output } = graphql
  const namesOf = (one: OperationPlan) => names.get(one.path) ?? operationNames(one)
  const own = namesOf(operation)
  const variables = objectOfProperties(graphql.variables)
  return block("graphql: ", [
    `operation: ${own.constant},`,
    ...(graphql.decided ? ["decided: true,"] : []),
    ...optionalBlock(
      "lookups: ",
      lookups.map((one) => lookup(plan, one, namesOf(one.operation))),
    ),
    mappingDoc(plan, "variables", [INPUT, LOOKUPS], variables, own.variables),
    `result: ${stringLiteral(output.result)},`,
    outputFunction(plan, output, { name: "data", type: own.data }, [INPUT, LOOKUPS]),
  ])
}

export const INPUT: Parameter = { name: "input" }
const LOOKUPS: Parameter = { name: "lookups", type: "Lookups" }
const RESPONSES: Parameter = { name: "responses", type: "Responses" }
const ITEM: Parameter = { name: "item" }
const AFTER: Parameter = { name: "after", type: "string | undefined" }
const PAGE: Parameter = { name: "page", type: "number" }

function lookup(
  plan: CapabilityPlan,
  { key, subject, foreach, given, needs, among, result, ...rest }: LookupPlan,
  { constant, data }: OperationNames,
): Doc {
  const variables = whereGiven(given, objectOfProperties(rest.variables))
  const answer = { name: "data", type: data }
  const each = itemOf(plan, foreach)
  return block(`${propertyName(key)}: `, [
    `operation: ${constant},`,
    `subject: ${stringLiteral(subject)},`,
    ...foreachMember(plan, foreach, [INPUT]),
    ...(among ? [amongDoc(plan, among, answer)] : []),
    mappingDoc(plan, "variables", [INPUT, ...(foreach ? each : [ITEM]), AFTER], variables),
    mappingDoc(plan, "result", [answer, inputWith(plan, needs), ...each], result),
  ])
}

function amongDoc(plan: CapabilityPlan, { by, pages }: AmongPlan, answer: Parameter): Doc {
  const names = `by: ${listOfNames(by)}`
  if (pages === undefined) return `among: { ${names} },`
  return block("among: ", [
    `${names},`,
    mappingDoc(plan, "page", [answer], pages.info),
    `most_pages: ${pages.most},`,
  ])
}

function listOfNames(names: readonly string[]): string {
  return `[${names.map(stringLiteral).join(", ")}]`
}

/** The input of what is only done where some of it is there. */
function inputWith(plan: CapabilityPlan, needs: readonly string[]): Parameter {
  if (needs.length === 0) return INPUT
  const given = imported({ name: "Given", path: "runtime/definition/index.ts", types: true })
  const keys = needs.map(stringLiteral).join(" | ")
  return { ...INPUT, type: [given, `<${seenInput(plan)}, ${keys}>`] }
}

export function restRoute(plan: CapabilityPlan, { lookups, endpoints, output }: RestPlan): Doc {
  return block("rest: ", [
    ...optionalBlock(
      "lookups: ",
      lookups.map((one) => restLookup(plan, one)),
    ),
    ["endpoints: ", hugged(endpoints.map((one) => endpoint(plan, one))), ","],
    `result: ${stringLiteral(output.result)},`,
    outputFunction(plan, output, RESPONSES, [INPUT, { name: "pageInfo" }, { name: "headers" }]),
  ])
}

/** A list of objects, of which one alone begins on the line of its list. */
export function hugged(objects: readonly Doc[]): Doc {
  const [only, ...others] = objects
  if (only === undefined) return "[]"
  if (others.length === 0) return ["[", only, "]"]
  const all = objects.map((one) => [one, ","])
  return ["[", indent([hardline, join(hardline, all)]), hardline, "]"]
}

function endpoint(plan: CapabilityPlan, one: EndpointPlan): Doc {
  const {
    as,
    method,
    path,
    accept,
    bytes,
    isOptional,
    keepsMissing,
    empty,
    presence,
    decided,
    paged,
    when,
    foreach,
    poll,
    result,
  } = one
  const each = paged ? [PAGE] : itemOf(plan, foreach)
  const members = [
    `as: ${stringLiteral(as)},`,
    `method: ${stringLiteral(method)},`,
    `path: ${stringLiteral(path)},`,
    ...(accept === undefined ? [] : [`accept: ${stringLiteral(accept)},`]),
    ...(bytes ? ["bytes: true,"] : []),
    ...(isOptional ? [keepsMissing ? 'optional: "keep",' : "optional: true,"] : []),
    ...(empty ? ["empty: true,"] : []),
    ...(presence ? ["presence: true,"] : []),
    ...(decided ? ["decided: true,"] : []),
    ...(paged ? ["paged: true,"] : []),
    ...(when ? [mappingDoc(plan, "when", [INPUT, RESPONSES], when)] : []),
    ...foreachMember(plan, foreach, [INPUT, RESPONSES]),
    mappingDoc(plan, "request", [INPUT, RESPONSES, ...each], requestObject(one)),
    ...(poll ? [pollMember(plan, poll)] : []),
    ...(result ? [resultMember(plan, result, each)] : []),
  ]
  return ["{", indent([hardline, join(hardline, members)]), hardline, "}"]
}

function pollMember(
  plan: CapabilityPlan,
  { until, accepted, every_ms, at_most_ms, subject }: NonNullable<EndpointPlan["poll"]>,
): Doc {
  const answer = until && { name: "answer", type: typeOf(until.answer) }
  return block("poll: ", [
    ...(until && answer
      ? [mappingDoc(plan, "until", [answer, INPUT, RESPONSES], until.expression)]
      : []),
    ...(accepted ? ["accepted: true,"] : []),
    `every_ms: ${every_ms},`,
    `at_most_ms: ${at_most_ms},`,
    `subject: ${stringLiteral(subject)},`,
  ])
}

function resultMember(
  plan: CapabilityPlan,
  { answer, expression }: NonNullable<EndpointPlan["result"]>,
  each: readonly Parameter[],
): Doc {
  const answered = { name: "answer", type: typeOf(answer) }
  return mappingDoc(plan, "result", [answered, INPUT, RESPONSES, ...each], expression)
}

function requestObject(
  values: Pick<EndpointPlan, "parameters" | "query"> &
    Partial<Pick<EndpointPlan, "body" | "headers">>,
): Expression {
  const { parameters, query, body = [], headers = [] } = values
  return build.objectOf([
    ["path", objectOfProperties(parameters)],
    ...(query.length === 0 ? [] : [["query", objectOfProperties(query)] as const]),
    ...(body.length === 0 ? [] : [["body", objectOfProperties(body)] as const]),
    ...(headers.length === 0
      ? []
      : [["headers", build.helper("headersOf", objectOfProperties(headers))] as const]),
  ])
}

function restLookup(plan: CapabilityPlan, one: RestLookupPlan): Doc {
  const { key, path, subject, isOptional, foreach, among, needs, result } = one
  const answer = { name: "answer", type: `Answers[${stringLiteral(key)}]` }
  return block(`${propertyName(key)}: `, [
    `path: ${stringLiteral(path)},`,
    `subject: ${stringLiteral(subject)},`,
    ...(isOptional ? ["optional: true,"] : []),
    ...(among ? [`among: { by: ${listOfNames(among.by)}, paged: ${among.isPaged} },`] : []),
    ...foreachMember(plan, foreach, [INPUT]),
    mappingDoc(
      plan,
      "request",
      [INPUT, ...(foreach ? itemOf(plan, foreach) : [ITEM]), PAGE],
      whereGiven(one.given, requestObject(one)),
    ),
    mappingDoc(plan, "result", [answer, inputWith(plan, needs), ...itemOf(plan, foreach)], result),
  ])
}

function foreachMember(
  plan: CapabilityPlan,
  foreach: ForeachPlan | undefined,
  parameters: readonly Parameter[],
): Doc[] {
  return foreach ? [mappingDoc(plan, "foreach", parameters, foreach.expression)] : []
}

function itemOf(plan: CapabilityPlan, foreach: ForeachPlan | undefined): Parameter[] {
  if (foreach === undefined) return []
  const { name, item } = foreach
  const lists = {
    [`${typeName(plan.id)}Input`]: fromJsonSchema(plan.input),
    ...(plan.rest && { Responses: plan.rest.responses }),
  }
  return [{ name, type: itemType(item, lists) ?? typeOf(item) }]
}

/** What is asked where the inputs that it needs are there. */
function whereGiven(given: readonly GivenPlan[], asked: Expression): Expression {
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

/** `head{ … },` with a line for each member. */
export function block(head: Doc, members: readonly Doc[]): Doc {
  return [head, "{", indent([hardline, join(hardline, [...members])]), hardline, "},"]
}

export function optionalBlock(head: Doc, members: readonly Doc[]): Doc[] {
  return members.length === 0 ? [] : [block(head, members)]
}

import {
  block,
  braces,
  type Doc,
  factsDoc,
  foreachMember,
  INPUT,
  ITEM,
  ifGiven,
  inputWith,
  itemOf,
  listOfNames,
  literalDoc,
  localInterface,
  mappingDoc,
  objectOfProperties,
  optionalBlock,
  outputFunction,
  type Parameter,
  type RouteEmitter,
  tight,
  typeOf,
  withAnswers,
} from "../../../emit/index.js"
import { build, containsPart, type Expression, reads } from "../../../path/index.js"
import type { CapabilityPlan, EndpointPlan, RestLookupPlan, RestPlan } from "../../../plan/index.js"
import { objectOf, type Shape } from "../../../shape/index.js"
import { propertyName, stringLiteral } from "../../../text/index.js"

export const restEmitter: RouteEmitter = {
  types: ({ rest }) => (rest ? answerTypes(rest) : []),
  members: (plan) => (plan.rest ? [restRoute(plan, plan.rest)] : []),
  parts({ rest, permissions }) {
    const { lookups = [], endpoints = [] } = rest ?? {}
    return {
      decidedWrites: endpoints.some(({ facts }) => facts.decided !== undefined),
      restAllPages: endpoints.some(({ facts }) => facts.all_pages !== undefined),
      restBytes: endpoints.some(({ facts }) => facts.bytes),
      restLookups: lookups.length > 0,
      restCursors: endpoints.some(({ paged }) => paged === "cursors"),
      restPages: endpoints.some(({ paged }) => paged === "pages"),
      restPolling: endpoints.some(({ poll }) => poll),
      restPresence: endpoints.some(({ facts }) => facts.presence && facts.method === "GET"),
      restSealing: endpoints.some(({ body }) => body.some(({ expression }) => seals(expression))),
      restTexts: endpoints.some(({ facts }) => facts.accept !== undefined && !facts.bytes),
      writes: endpoints.some(({ body }) => body.length > 0),
      tokenScopes: rest !== undefined && permissions?.scopes !== undefined,
    }
  },
}

const seals = (one: Expression): boolean =>
  containsPart(one, (part) => part.kind === "helper" && part.name === "seal")

/** Interfaces for the fields of answers that are read. */
function answerTypes(rest: RestPlan): Doc[] {
  const answers = answersOf(rest)
  return [
    ...localInterface("Answers", objectOf(answers)),
    ...localInterface("Responses", withAnswers(rest.responses, answers)),
  ]
}

function answersOf({ lookups }: RestPlan): Record<string, Shape> {
  return Object.fromEntries(
    lookups.flatMap(({ key, answer, result }) => (reads(result, "answer") ? [[key, answer]] : [])),
  )
}

const RESPONSES: Parameter = { name: "responses", type: "Responses" }

const PAGE: Parameter = { name: "page", type: "number" }

function restRoute(plan: CapabilityPlan, { lookups, endpoints, output }: RestPlan): Doc {
  const { scopes } = plan.permissions ?? {}
  return block("rest: ", [
    ...(scopes ? [`scopes: ${JSON.stringify(scopes)},`] : []),
    ...optionalBlock(
      "lookups: ",
      lookups.map((one) => restLookup(plan, one)),
    ),
    ["endpoints: ", tight(endpoints.map((one) => endpoint(plan, one))), ","],
    `result: ${stringLiteral(output.result)},`,
    outputFunction(plan, output, RESPONSES, [INPUT, { name: "pageInfo" }, { name: "headers" }]),
  ])
}

function endpoint(plan: CapabilityPlan, one: EndpointPlan): Doc {
  const { facts, paged, when, foreach, poll, result } = one
  const each = paged ? [PAGE] : itemOf(plan, foreach)
  const members = [
    factsDoc([
      ...Object.entries(facts).map(([name, value]): Doc => [`${name}: `, literalDoc(value)]),
      ...(paged ? ["paged: true"] : []),
    ]),
    ...(when ? [mappingDoc(plan, "when", [INPUT, RESPONSES], when)] : []),
    ...foreachMember(plan, foreach, [INPUT, RESPONSES]),
    mappingDoc(plan, "request", [INPUT, RESPONSES, ...each], requestObject(one)),
    ...(poll ? [pollMember(plan, poll)] : []),
    ...(result ? [resultMember(plan, result, each)] : []),
  ]
  return braces(members)
}

function pollMember(
  plan: CapabilityPlan,
  { until, every_ms, at_most_ms, subject }: NonNullable<EndpointPlan["poll"]>,
): Doc {
  const answer = { name: "answer", type: typeOf(until.answer) }
  return block("poll: ", [
    mappingDoc(plan, "until", [answer, INPUT, RESPONSES], until.expression),
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
    Partial<Pick<EndpointPlan, "body" | "upload" | "headers">>,
): Expression {
  const { parameters, query, body = [], upload, headers = [] } = values
  return build.objectOf([
    ["path", objectOfProperties(parameters)],
    ...(query.length === 0 ? [] : [["query", objectOfProperties(query)] as const]),
    ...(body.length === 0 ? [] : [["body", objectOfProperties(body)] as const]),
    ...(upload ? [["bytes", build.helper("bytesOf", upload)] as const] : []),
    ...(headers.length === 0
      ? []
      : [["headers", build.helper("headersOf", objectOfProperties(headers))] as const]),
  ])
}

function restLookup(plan: CapabilityPlan, one: RestLookupPlan): Doc {
  const { key, path, subject, isOptional, foreach, among, needs, result } = one
  const answer = { name: "answer", type: `Answers[${stringLiteral(key)}]` }
  return block(`${propertyName(key)}: `, [
    factsDoc([
      `path: ${stringLiteral(path)}`,
      `subject: ${stringLiteral(subject)}`,
      ...(isOptional ? ["optional: true"] : []),
    ]),
    ...(among ? [`among: { by: ${listOfNames(among.by)}, paged: ${among.isPaged} },`] : []),
    ...foreachMember(plan, foreach, [INPUT]),
    mappingDoc(
      plan,
      "request",
      [INPUT, ...(foreach ? itemOf(plan, foreach) : [ITEM]), PAGE],
      ifGiven(one.given, requestObject(one)),
    ),
    mappingDoc(plan, "result", [answer, inputWith(plan, needs), ...itemOf(plan, foreach)], result),
  ])
}

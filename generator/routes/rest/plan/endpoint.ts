import type { RestEndpointFacts } from "../../../../runtime/definition/index.js"
import { namesRead } from "../../../jmespath/index.js"
import { aboutList, aboutRoute } from "../../../messages/index.js"
import type {
  CardPath,
  RestDescription,
  RestEndpointSection,
  RestOperation,
} from "../../../parse/index.js"
import { build, normalize } from "../../../path/index.js"
import {
  all,
  type BareScope,
  type EndpointPlan,
  type Mapping,
  mapPlan,
  optional,
  type Planned,
  type PropertyPlan,
  planForeach,
  planned,
  withFieldOrigins,
} from "../../../plan/index.js"
import {
  ANY,
  arrayOf,
  BOOLEAN,
  LARGEST_PAGE,
  NULL,
  present,
  type Shape,
  TRUE,
  unionOf,
} from "../../../shape/index.js"
import { cursorOf } from "../check/index.js"
import { pageParameters } from "./page.js"
import { operationOf, planRequest, responseShape } from "./request.js"

interface EndpointContext {
  readonly as: string
  readonly index: number
  readonly isPaged: boolean
  readonly scope: BareScope
  readonly description: RestDescription
}

/**
 * Plans one endpoint of a REST route, and the value of its name. The fields that are read are only known at the end,
 * when `finishedEndpoint` drops the others.
 */
export function planEndpoint(
  mapping: Mapping,
  endpoint: RestEndpointSection,
  { as, index, isPaged, scope, description }: EndpointContext,
): { readonly plan: Planned<EndpointPlan>; readonly answer: Shape } {
  const at = ["rest", "endpoints", index]
  const operation = operationOf(endpoint, description)
  const each = planForeach(mapping, endpoint, at, scope, "item")
  if (!each.ok) return { plan: each, answer: ANY }
  const foreach = each.plan
  const item = foreach && { key: foreach.key, value: foreach.item }
  const variables = new Map([
    ...scope.variables,
    ...(item ? [[item.key, item.value] as const] : []),
  ])
  const context = { mapping, description, operation, at, scope: { ...scope, variables }, item }
  const request = planRequest(endpoint, context)
  const response = responseShape(endpoint, operation, description, `$rest@${as}`)
  const isPresence = checksExistence(endpoint, operation)
  const keepsMissing = endpoint.optional === "keep"
  const one = isPresence
    ? keepsMissing
      ? BOOLEAN
      : TRUE
    : keepsMissing
      ? unionOf(response, NULL)
      : response
  const names = new Set([...scope.names, "answer", ...(foreach ? [foreach.plan.name] : [])])
  const ofAnswer: BareScope = {
    ...scope,
    purpose: "output",
    current: { expression: build.reference("answer"), shape: one },
    variables,
    names,
  }
  const kept = optional(endpoint.result, (result) =>
    mapPlan(mapping.compile(result, [...at, "result"], ofAnswer), (value) =>
      normalize(value, ofAnswer),
    ),
  )
  const poll = planPolling(mapping, endpoint, at, {
    ...ofAnswer,
    current: { ...ofAnswer.current, shape: response },
  })
  const page = isPaged
    ? pageParameters(mapping, operation, at, scope)
    : planPageSize(mapping, endpoint, [...at, "all_pages"], response)
  const condition = optional(endpoint.when, (when) =>
    mapping.compileCondition(when, [...at, "when"], scope, "`when`"),
  )
  const parts = all([request, page, kept, condition, poll])
  const plan = mapPlan(parts, ([request, page, kept, when, poll]) => ({
    facts: factsOf(endpoint, operation, as),
    ...(isPaged && { paged: cursorOf(operation) ? ("cursors" as const) : ("pages" as const) }),
    ...(when && { when: when.expression }),
    ...(foreach && { foreach: foreach.plan }),
    ...(poll && { poll }),
    ...(kept && { result: { answer: one, expression: kept.expression } }),
    ...request,
    // An input `after` of the list has the same name as GitHub's own parameter, and replaces it.
    query: [...request.query.filter(({ name }) => page.every((one) => one.name !== name)), ...page],
  }))
  if (!kept.ok) return { plan, answer: ANY }
  return {
    plan,
    answer: answerOf(endpoint, isPresence, kept.plan ? withFieldOrigins(kept.plan.shape, as) : one),
  }
}

/** The constant parts, in the order in which they are emitted. */
function factsOf(
  endpoint: RestEndpointSection,
  operation: RestOperation,
  as: string,
): RestEndpointFacts {
  const { method, path, accept, bytes, optional, all_pages, most } = endpoint
  return {
    as,
    method,
    path,
    ...(accept !== undefined && { accept }),
    ...(bytes && { bytes }),
    ...(all_pages !== undefined && { all_pages }),
    ...(most !== undefined && { most }),
    ...(optional && { optional }),
    ...(isEmpty(endpoint, operation) && { empty: true }),
    ...(checksExistence(endpoint, operation) && { presence: true }),
    ...decisionOf(endpoint),
  }
}

/** Whether the answer needs no body. A write may have none, a read always needs one. */
function isEmpty(
  { method }: RestEndpointSection,
  { response, mayBeEmpty }: RestOperation,
): boolean {
  return method !== "GET" && (response === undefined || mayBeEmpty === true)
}

/** Whether an unconditional write is sometimes answered with a body and sometimes without. */
export function isAnsweredOrNot(
  { method, optional, when, foreach }: RestEndpointSection,
  { mayBeEmpty }: RestOperation,
): boolean {
  return method !== "GET" && !optional && !when && !foreach && mayBeEmpty === true
}

/** Whether the status alone is the answer: 204 if the object exists, 404 if not. */
export function checksExistence(
  { optional, accept, bytes }: RestEndpointSection,
  { response }: RestOperation,
): boolean {
  return Boolean(optional) && response === undefined && accept === undefined && !bytes
}

/**
 * Whether earlier reads decide if something is created, which a blind retry would create twice, or if something is
 * changed, which GitHub may refuse to do twice.
 */
function decisionOf({
  method,
  when,
  foreach,
}: RestEndpointSection): Pick<RestEndpointFacts, "decided"> {
  const pathsOf = (path: RestEndpointSection["when"]) => (path ? namesRead(path).paths : [])
  if (method === "POST") {
    const reads = [...pathsOf(when), ...pathsOf(foreach)]
    return reads.some((path) => !/^\$input\b/.test(path)) ? { decided: true } : {}
  }
  const isDecided = method === "PATCH" && pathsOf(when).some((path) => /^\$(?!input\b)/.test(path))
  return isDecided ? { decided: "repeatable" } : {}
}

/** The size of each page of a list that is read to its end. */
function planPageSize(
  mapping: Mapping,
  { all_pages: list }: RestEndpointSection,
  at: CardPath,
  response: Shape,
): Planned<PropertyPlan[]> {
  if (list === undefined) return planned([])
  const lists = response.kind === "object" ? Object.entries(response.fields) : []
  const names = lists.flatMap(([name, field]) =>
    present(field.shape)?.kind === "array" ? [name] : [],
  )
  const isList = list === "@" ? response.kind === "array" : names.includes(list)
  if (isList) return planned([{ name: "per_page", expression: build.literalOf(LARGEST_PAGE) }])
  const known = response.kind === "array" ? ["@"] : names
  return mapping.refuse(aboutList.noSuchList(list, known), mapping.source.valueSpan(at))
}

const EVERY = "5s"
const AT_MOST = "10m"
const MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

function millisecondsOf(duration: string): number {
  return Number.parseInt(duration, 10) * (MS[duration.replace(/^\d+/, "")] ?? 1)
}

/** The condition of polling, and its limits. */
function planPolling(
  mapping: Mapping,
  endpoint: RestEndpointSection,
  at: CardPath,
  scope: BareScope,
): Planned<EndpointPlan["poll"]> {
  const { until, every = EVERY, at_most = AT_MOST } = endpoint
  if (until === undefined) return planned(undefined)
  if (millisecondsOf(every) >= millisecondsOf(at_most)) {
    const key = endpoint.every === undefined ? "at_most" : "every"
    const span = mapping.source.valueSpan([...at, key])
    return mapping.refuse(aboutRoute.pollingOnce(every, at_most), span)
  }
  const poll = {
    every_ms: millisecondsOf(every),
    at_most_ms: millisecondsOf(at_most),
    subject: until.text,
  }
  const { shape: answer } = scope.current
  const condition = mapping.compileCondition(until, [...at, "until"], scope, "`until`")
  return mapPlan(condition, ({ expression }) => ({ ...poll, until: { answer, expression } }))
}

/** The value of an endpoint's name, from that of one answer. */
function answerOf(
  { foreach, optional, when }: RestEndpointSection,
  isPresence: boolean,
  one: Shape,
): Shape {
  if (foreach !== undefined) return arrayOf(one)
  const mayBeMissing = Boolean(optional) && !(isPresence && optional === "keep")
  return mayBeMissing || when !== undefined ? unionOf(one, NULL) : one
}

/** The endpoint, reduced to the fields of its items and answer that are read, after everything was planned. */
export function completeEndpoint(
  mapping: Mapping,
  { foreach, result, poll, ...plan }: EndpointPlan,
): EndpointPlan {
  const read = (shape: Shape) => mapping.readFields(shape)
  return {
    ...plan,
    ...(foreach && { foreach: { ...foreach, item: read(foreach.item) } }),
    ...(poll && {
      poll: {
        ...poll,
        until: { ...poll.until, answer: read(poll.until.answer) },
      },
    }),
    ...(result && { result: { ...result, answer: read(result.answer) } }),
  }
}

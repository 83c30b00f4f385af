import type { JsonSchema } from "../../runtime/definition.js"
import type { RestDescription, RestSection } from "../parse/index.js"
import { code, type Value } from "../path/index.js"
import {
  arrayOf,
  fieldsRead,
  NULL,
  type ObjectShape,
  objectOf,
  type Shape,
  unionOf,
} from "../shape/index.js"
import type { EndpointPlan, RestPlan } from "./capability-plan.js"
import { planForeach } from "./foreach.js"
import type { Mapping } from "./mapping.js"
import { planObject } from "./object.js"
import { withoutOrigins } from "./operation.js"
import { planOutput } from "./output.js"
import { requireAnswer } from "./rest-answer.js"
import { planRestLookups } from "./rest-lookups.js"
import { findOperation } from "./rest-operation.js"
import { pagedEndpoint, pageParameters, planRestPage } from "./rest-page.js"
import { planRequest, queryShape, type RequestScope, responseShape } from "./rest-request.js"
import { inputScope } from "./variables.js"

/** Plans the REST route: every endpoint exists and gets what it takes, and the result is the contract's. */
export function planRest(
  mapping: Mapping,
  section: RestSection,
  input: Shape,
  output: JsonSchema,
  description: RestDescription,
): RestPlan | undefined {
  const lookups = planRestLookups(mapping, section.lookups ?? {}, input, description)
  const responses: Record<string, Shape> = {}
  const endpoints: EndpointPlan[] = []
  const names = section.endpoints.map(
    ({ as }, index) =>
      as ?? (index === section.endpoints.length - 1 ? "response" : `response${index + 1}`),
  )
  const paged = pagedEndpoint(mapping, section, names)
  section.endpoints.forEach((endpoint, index) => {
    const at = ["rest", "endpoints", index]
    const operation = findOperation(mapping, endpoint, at, description)
    if (operation === undefined) return
    const as = names[index] ?? ""
    if (as === "lookups") {
      const span = mapping.source.valueSpan([...at, "as"])
      mapping.report("GHX1314", span, "`$lookups` holds the look-ups: call the response otherwise")
    }
    const scope = endpointScope(input, lookups.shape, responses)
    const before = mapping.diagnostics.length
    const each = planForeach(mapping, endpoint, at, scope, "item")
    if (mapping.diagnostics.length > before) return
    const item = each && { key: each.key, value: each.item }
    const isOptional = endpoint.optional ?? false
    requireAnswer(mapping, endpoint, operation, at)
    const request = planRequest(endpoint, {
      mapping,
      description,
      operation,
      at,
      scope: item
        ? { ...scope, variables: new Map([...scope.variables, [item.key, item.value]]) }
        : scope,
      ...(item && { item }),
    })
    endpoints.push({
      as,
      method: endpoint.method,
      path: endpoint.path,
      ...(endpoint.accept !== undefined && { accept: endpoint.accept }),
      isOptional,
      ...(as === paged && { paged: true }),
      ...(each !== undefined && { foreach: each.plan }),
      ...request,
      query: [
        ...request.query,
        ...(as === paged
          ? pageParameters(mapping, endpoint, queryShape(operation, description), at, scope)
          : []),
      ],
    })
    const response = responseShape(endpoint, operation, description, `$rest@${as}`)
    if (each !== undefined) responses[as] = arrayOf(response)
    else responses[as] = isOptional ? unionOf(response, NULL) : response
  })
  if (mapping.diagnostics.some(({ severity }) => severity === "error")) return undefined
  const last = endpoints.at(-1)
  if (last === undefined) return undefined
  const result = section.result ?? last.as
  const isEmpty = result === last.as && responses[last.as] === NULL
  const { variables } = endpointScope(input, lookups.shape, {})
  const plan = planOutput(
    mapping,
    { expression: isEmpty ? section.result : result, path: ["rest", "result"] },
    { code: code.reference("responses"), shape: isEmpty ? objectOf({}) : objectOf(responses) },
    variables,
    (scope) =>
      section.pagination === undefined
        ? planObject(mapping, output, section, scope)
        : planRestPage(mapping, output, section, scope),
  )
  if (plan === undefined) return undefined
  const read = (shape: Shape) =>
    withoutOrigins(fieldsRead(shape, (origin) => mapping.isRead(origin)))
  const found = read(lookups.shape)
  const fields = Object.fromEntries(
    Object.entries(responses).map(([name, shape]) => [name, { shape: read(shape) }]),
  )
  const isLookupRead = found.kind === "object" && Object.keys(found.fields).length > 0
  return {
    lookups: lookups.finish(),
    endpoints,
    responses: {
      kind: "object",
      fields: isLookupRead ? { lookups: { shape: found }, ...fields } : fields,
    },
    output: { ...plan, result },
  }
}

/** A scope in which `@` is the input; what was found and answered before are variables. */
function endpointScope(
  input: Shape,
  lookups: ObjectShape,
  responses: Readonly<Record<string, Shape>>,
): RequestScope {
  const scope = inputScope(input, objectOf({}))
  const earlier = Object.entries(responses).map(([name, shape]): [string, Value] => [
    name,
    { code: code.reference(`responses.${name}`), shape },
  ])
  const found: Value = { code: code.reference("responses.lookups"), shape: lookups }
  return {
    ...scope,
    variables: new Map([["input", scope.current], ["lookups", found], ...earlier]),
  }
}

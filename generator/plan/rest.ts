import type { JsonSchema } from "../../runtime/definition.js"
import type { RestDescription, RestOperation } from "../../schema/slim-rest.js"
import { didYouMean } from "../diagnostics/diagnostic.js"
import { code, type Scope, type Value } from "../path/index.js"
import type { CardPath } from "../read/card.js"
import type { RestEndpointSection, RestSection } from "../read/card-format.js"
import { fieldsRead, fromOpenapi } from "../shape/from-openapi.js"
import {
  ABSENT,
  alternatives,
  isNullish,
  NULL,
  type ObjectShape,
  objectOf,
  type Shape,
  STRING,
  unionOf,
} from "../shape/shape.js"
import type { EndpointPlan, PropertyPlan, RestPlan } from "./capability-plan.js"
import type { Mapping, MisfitCodes } from "./mapping.js"
import { planObject } from "./object.js"
import { withoutOrigins } from "./operation.js"
import { planOutput } from "./output.js"
import { findOperation, isOptionalIn } from "./rest-operation.js"
import { pagedEndpoint, pageParameters, planRestPage } from "./rest-page.js"
import { inputScope } from "./variables.js"

const CODES: MisfitCodes = {
  null: "GHX1306",
  enum: "GHX1316",
  missing: "GHX1306",
  unknown: "GHX1306",
  type: "GHX1306",
  github: "expected",
}

type InputScope = Omit<Scope, "onRead">

/** Plans the REST route: every endpoint exists and gets what it takes, and the result is the contract's. */
export function planRest(
  mapping: Mapping,
  section: RestSection,
  input: Shape,
  output: JsonSchema,
  description: RestDescription,
): RestPlan | undefined {
  const responses: Record<string, Shape> = {}
  const endpoints: EndpointPlan[] = []
  const names = section.endpoints.map(
    ({ as }, index) =>
      as ?? (index === section.endpoints.length - 1 ? "response" : `response${index + 1}`),
  )
  const paged = pagedEndpoint(mapping, section, names)
  section.endpoints.forEach((endpoint, index) => {
    const path = ["rest", "endpoints", index]
    const operation = findOperation(mapping, endpoint, path, description)
    if (operation === undefined) return
    const as = names[index] ?? ""
    const scope = endpointScope(input, responses)
    const accepted = queryShape(operation, description)
    endpoints.push({
      as,
      method: endpoint.method,
      path: endpoint.path,
      ...(endpoint.accept !== undefined && { accept: endpoint.accept }),
      ...(as === paged && { paged: true }),
      parameters: pathParameters(mapping, endpoint, operation, path, scope),
      query: [
        ...namedValues(mapping, "query", endpoint, accepted, path, scope),
        ...(as === paged ? pageParameters(mapping, endpoint, accepted, path, scope) : []),
      ],
      body: namedValues(mapping, "body", endpoint, bodyShape(operation, description), path, scope),
    })
    responses[as] = responseShape(endpoint, operation, description, as)
  })
  if (mapping.diagnostics.some(({ severity }) => severity === "error")) return undefined
  const last = endpoints.at(-1)
  if (last === undefined) return undefined
  const result = section.result ?? last.as
  const isEmpty = result === last.as && responses[last.as] === NULL
  const { variables } = inputScope(input, objectOf({}))
  const plan = planOutput(
    mapping,
    { expression: isEmpty ? section.result : result, path: ["rest", "result"] },
    { code: code.reference("responses"), shape: isEmpty ? objectOf({}) : objectOf(responses) },
    new Map([...variables].filter(([name]) => name === "input")),
    (scope) =>
      section.pagination === undefined
        ? planObject(mapping, output, section, scope)
        : planRestPage(mapping, output, section, scope),
  )
  if (plan === undefined) return undefined
  const read = Object.entries(responses).map(([name, shape]) => [
    name,
    { shape: withoutOrigins(fieldsRead(shape, (origin) => mapping.isRead(origin))) },
  ])
  return {
    endpoints,
    responses: { kind: "object", fields: Object.fromEntries(read) },
    output: { ...plan, result },
  }
}

/** A scope in which `@` is the input and earlier responses are variables. */
function endpointScope(input: Shape, responses: Readonly<Record<string, Shape>>): InputScope {
  const scope = inputScope(input, objectOf({}))
  const earlier = Object.entries(responses).map(([name, shape]): [string, Value] => [
    name,
    { code: code.reference(`responses.${name}`), shape },
  ])
  const variables = [...scope.variables].filter(([name]) => name === "input")
  return { ...scope, variables: new Map([...variables, ...earlier]) }
}

/** The inputs that fill the `{names}` of a path. */
function pathParameters(
  mapping: Mapping,
  { path }: RestEndpointSection,
  { parameters = [] }: RestOperation,
  at: CardPath,
  scope: InputScope,
): PropertyPlan[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]): PropertyPlan[] => {
    const span = mapping.source.valueSpan([...at, "path"])
    const inputs = fieldsOf(scope.current.shape)
    if (!Object.hasOwn(inputs, name)) {
      const help = didYouMean(name, Object.keys(inputs)) ?? `add an input \`${name}\``
      mapping.report("GHX1305", span, `\`{${name}}\` of the path is not provided by an input`, help)
      return []
    }
    const value = mapping.compile(name, [...at, "path"], scope)
    if (value === undefined) return []
    const schema = parameters.find((one) => one.name === name)?.schema
    const shape = schema === undefined ? STRING : fromOpenapi(schema, {}, "")
    mapping.require(
      value,
      isOptionalIn(path, name) ? unionOf(shape, ABSENT) : shape,
      span,
      `\`{${name}}\``,
      CODES,
    )
    return [{ name, code: value.code }]
  })
}

/** The values of a query or a body: what the card maps, or else the inputs of the same name. */
function namedValues(
  mapping: Mapping,
  kind: "query" | "body",
  endpoint: RestEndpointSection,
  accepted: ObjectShape | undefined,
  at: CardPath,
  scope: InputScope,
): PropertyPlan[] {
  const mapped = endpoint[kind]
  const inputs = fieldsOf(scope.current.shape)
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const fields = accepted?.fields ?? {}
  const names =
    mapped === undefined
      ? Object.keys(fields).filter((name) => Object.hasOwn(inputs, name) && !inPath.has(name))
      : Object.keys(mapped)
  const plans = names.flatMap((name): PropertyPlan[] => {
    const path = mapped === undefined ? at : [...at, kind, name]
    const span =
      mapped === undefined
        ? mapping.source.keySpan(["input_schema", "properties", name])
        : mapping.source.valueSpan(path)
    const value = mapping.compile(mapped?.[name] ?? name, path, scope)
    if (value === undefined) return []
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) {
      const help = didYouMean(name, Object.keys(fields))
      mapping.report(
        "GHX1307",
        mapping.source.keySpan(path),
        `${endpoint.method} ${endpoint.path} takes no \`${name}\` in its ${kind}`,
        help,
      )
      return []
    }
    mapping.require(value, field.shape, span, `\`${name}\` of the ${kind}`, CODES)
    return [{ name, code: value.code }]
  })
  for (const name of Object.keys(fields)) {
    if (names.includes(name) || isNullish(fields[name]?.shape ?? NULL)) continue
    mapping.report(
      "GHX1305",
      mapping.source.keySpan(at),
      `${endpoint.method} ${endpoint.path} needs \`${name}\` in its ${kind}, and nothing provides it`,
    )
  }
  return plans
}

function queryShape({ parameters = [] }: RestOperation, { schemas }: RestDescription): ObjectShape {
  const query = parameters.filter((one) => one.in === "query")
  const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]))
  const required = query.filter((one) => one.required).map(({ name }) => name)
  const shape = fromOpenapi({ type: "object", properties, required }, schemas, "")
  return shape.kind === "object" ? shape : objectOf({})
}

function bodyShape({ body }: RestOperation, { schemas }: RestDescription): ObjectShape | undefined {
  if (body === undefined) return undefined
  const shape = fromOpenapi(body, schemas, "")
  return alternatives(shape).find((one) => one.kind === "object")
}

function responseShape(
  { accept }: RestEndpointSection,
  { response, mayBeEmpty }: RestOperation,
  { schemas }: RestDescription,
  as: string,
): Shape {
  if (accept !== undefined && !/json$/.test(accept)) return STRING
  if (response === undefined) return NULL
  const shape = fromOpenapi(response, schemas, `$rest@${as}`)
  return mayBeEmpty ? unionOf(shape, NULL) : shape
}

function fieldsOf(shape: Shape): ObjectShape["fields"] {
  return shape.kind === "object" ? shape.fields : {}
}

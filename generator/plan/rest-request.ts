import { didYouMean } from "../diagnostics/index.js"
import type { CardPath, RestDescription, RestOperation } from "../parse/index.js"
import type { Scope, Value } from "../path/index.js"
import {
  ABSENT,
  alternatives,
  fromOpenapi,
  isNullish,
  NULL,
  type ObjectShape,
  objectOf,
  type Shape,
  STRING,
  unionOf,
} from "../shape/index.js"
import type { EndpointPlan, PropertyPlan } from "./capability-plan.js"
import { type Mapping, REQUEST_CODES } from "./mapping.js"
import { isOptionalIn } from "./rest-operation.js"

export type RequestScope = Omit<Scope, "onRead">

/** One request as a card describes it: an endpoint, or a look-up, which is a GET. */
export interface RequestSection {
  readonly method: EndpointPlan["method"]
  readonly path: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, string>>
  readonly accept?: string
}

export interface RequestContext {
  readonly mapping: Mapping
  readonly description: RestDescription
  readonly operation: RestOperation
  /** Where the request stands in the card. */
  readonly at: CardPath
  readonly scope: RequestScope
  /** The item of `foreach`, which fills the name in the path that is called like it. */
  readonly item?: { readonly key: string; readonly value: Value }
  /** Called for a value of the path that may be null; unless given, that is an error. */
  readonly onNullish?: (name: string, value: Value) => Value
}

/** What a request takes from the card's mappings, or from the inputs. */
export function planRequest(
  section: RequestSection,
  context: RequestContext,
): { parameters: PropertyPlan[]; query: PropertyPlan[]; body: PropertyPlan[] } {
  const { operation, description } = context
  return {
    parameters: pathParameters(section, context),
    query: namedValues("query", section, queryShape(operation, description), context),
    body: namedValues("body", section, bodyShape(operation, description), context),
  }
}

/** The values that fill the `{names}` of a path: what the card maps, the item, or an input. */
function pathParameters(
  { path, parameters: mapped = {} }: RequestSection,
  { mapping, operation, at, scope, item, onNullish }: RequestContext,
): PropertyPlan[] {
  const names = namesIn(path)
  for (const name of Object.keys(mapped)) {
    if (names.includes(name)) continue
    const span = mapping.source.keySpan([...at, "parameters", name])
    mapping.report("GHX1307", span, `\`${path}\` has no \`{${name}}\``, didYouMean(name, names))
  }
  const inputs = fieldsOf(scope.current.shape)
  return names.flatMap((name): PropertyPlan[] => {
    const expression = Object.hasOwn(mapped, name) ? mapped[name] : undefined
    const place = expression === undefined ? [...at, "path"] : [...at, "parameters", name]
    const span = mapping.source.valueSpan(place)
    const isItem = expression === undefined && item?.key === name
    if (expression === undefined && !isItem && !Object.hasOwn(inputs, name)) {
      const help = didYouMean(name, Object.keys(inputs)) ?? `add an input \`${name}\``
      mapping.report("GHX1305", span, `\`{${name}}\` of the path is not provided by an input`, help)
      return []
    }
    const value = isItem ? item.value : mapping.compile(expression ?? name, place, scope)
    if (value === undefined) return []
    const accepted = onNullish && isNullish(value.shape) ? onNullish(name, value) : value
    const schema = operation.parameters?.find((one) => one.name === name)?.schema
    const shape = schema === undefined ? STRING : fromOpenapi(schema, {}, "")
    const taken = isOptionalIn(path, name) ? unionOf(shape, ABSENT) : shape
    mapping.require(accepted, taken, span, `\`{${name}}\``, REQUEST_CODES)
    return [{ name, code: accepted.code }]
  })
}

/** The values of a query or a body: what the card maps, or else the inputs of the same name. */
function namedValues(
  kind: "query" | "body",
  section: RequestSection,
  accepted: ObjectShape | undefined,
  { mapping, at, scope }: RequestContext,
): PropertyPlan[] {
  const mapped = section[kind]
  const inputs = fieldsOf(scope.current.shape)
  const inPath = namesIn(section.path)
  const fields = accepted?.fields ?? {}
  const names =
    mapped === undefined
      ? Object.keys(fields).filter((name) => Object.hasOwn(inputs, name) && !inPath.includes(name))
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
        `${section.method} ${section.path} takes no \`${name}\` in its ${kind}`,
        help,
      )
      return []
    }
    mapping.require(value, field.shape, span, `\`${name}\` of the ${kind}`, REQUEST_CODES)
    return [{ name, code: value.code }]
  })
  for (const name of Object.keys(fields)) {
    if (names.includes(name) || isNullish(fields[name]?.shape ?? NULL)) continue
    mapping.report(
      "GHX1305",
      mapping.source.keySpan(at),
      `${section.method} ${section.path} needs \`${name}\` in its ${kind}, and nothing provides it`,
    )
  }
  return plans
}

export function queryShape(
  { parameters = [] }: RestOperation,
  { schemas }: RestDescription,
): ObjectShape {
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

/** What a request is answered with; `origin` names it in what is known of the fields that are read. */
export function responseShape(
  { accept }: RequestSection,
  { response, mayBeEmpty }: RestOperation,
  { schemas }: RestDescription,
  origin: string,
): Shape {
  if (accept !== undefined && !/json$/.test(accept)) return STRING
  if (response === undefined) return NULL
  const shape = fromOpenapi(response, schemas, origin)
  return mayBeEmpty ? unionOf(shape, NULL) : shape
}

function fieldsOf(shape: Shape): ObjectShape["fields"] {
  return shape.kind === "object" ? shape.fields : {}
}

/** `/repos/{owner}/{repo}` has `owner` and `repo`. */
function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
}

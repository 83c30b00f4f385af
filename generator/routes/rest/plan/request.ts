import { didYouMean } from "../../../diagnostics/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutMapping } from "../../../messages/index.js"
import type {
  CardPath,
  RestDescription,
  RestEndpointSection,
  RestOperation,
} from "../../../parse/index.js"
import type { Expression, Value } from "../../../path/index.js"
import {
  all,
  type BareScope,
  type EndpointPlan,
  flatMap,
  type Mapping,
  mapPlan,
  optional,
  type Planned,
  type PropertyPlan,
  planned,
  REQUEST_CODES,
} from "../../../plan/index.js"
import {
  ABSENT,
  BYTES,
  CONTENT,
  fromOpenapi,
  INTEGER,
  isNullish,
  NULL,
  type ObjectShape,
  type Shape,
  STRING,
  unionOf,
} from "../../../shape/index.js"
import { bodyShape, findOperation, isOptionalIn, namesIn, queryShape } from "../check/index.js"

/** One request as a card describes it: an endpoint, or a lookup, which is a GET. */
type RequestSection = Omit<RestEndpointSection, "optional" | "result">

interface RequestContext {
  readonly mapping: Mapping
  readonly description: RestDescription
  readonly operation: RestOperation
  readonly at: CardPath
  readonly scope: BareScope
  /** The item of `foreach`, which fills the name in the path with the same key. */
  readonly item?: { readonly key: string; readonly value: Value } | undefined
  /** Called for a value of the path that may be null; an error by default. */
  readonly onNullish?: (name: string, value: Value) => Value
}

/** GitHub's description of a request that passed its checks. */
export function operationOf(
  section: Pick<RequestSection, "method" | "path">,
  description: RestDescription,
): RestOperation {
  const found = findOperation(section, description)
  if (!found.ok) throw new Error(`${section.path} has not passed its checks`)
  return found.operation
}

/** The values of a request, from the card's mappings or the inputs. */
export function planRequest(
  section: RequestSection,
  context: RequestContext,
): Planned<Pick<EndpointPlan, "parameters" | "query" | "body" | "upload" | "headers">> {
  const { operation, description } = context
  const parameters = pathParameters(section, context)
  const query = namedValues("query", section, queryShape(operation, description), context)
  const body = namedValues("body", section, bodyShape(operation, description), context)
  const headers = headerValues(section, context)
  const upload = uploadedValue(section, context)
  const values = all([parameters, query, body, headers, upload])
  return mapPlan(values, ([parameters, query, body, headers, upload]) => ({
    parameters,
    query,
    body,
    ...(upload && { upload }),
    ...(headers.length > 0 && { headers }),
  }))
}

function uploadedValue(
  { upload }: RequestSection,
  { mapping, at, scope }: RequestContext,
): Planned<Expression | undefined> {
  return optional(upload, (path) => {
    const value = mapping.compileAs(STRING, path, [...at, "upload"], scope, "`upload`")
    return mapPlan(value, ({ expression }) => expression)
  })
}

/** A header without a value is not sent. */
const HEADER = unionOf(STRING, INTEGER, NULL, ABSENT)

function headerValues(
  { headers = {} }: RequestSection,
  { mapping, at, scope }: RequestContext,
): Planned<PropertyPlan[]> {
  const values = Object.entries(headers).map(([name, path]) => {
    const place = [...at, "headers", name]
    const value = mapping.compileAs(HEADER, path, place, scope, `header \`${name}\``)
    return mapPlan(value, ({ expression }) => ({ name, expression }))
  })
  return all(values)
}

/** The values of a path's `{names}`: from the card's mapping, the item, or an input. */
function pathParameters(section: RequestSection, context: RequestContext): Planned<PropertyPlan[]> {
  const { mapping, at } = context
  const { path, parameters: mapped = {} } = section
  const names = namesIn(path)
  const unknown = Object.keys(mapped)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const problem = aboutMapping.notInPath(path, name, didYouMean(name, names))
      return mapping.refuse(problem, mapping.source.keySpan([...at, "parameters", name]))
    })
  return all([...unknown, ...names.map((name) => pathParameter(name, section, context))])
}

function pathParameter(
  name: string,
  { path, parameters: mapped = {} }: RequestSection,
  { mapping, operation, at, scope, item, onNullish }: RequestContext,
): Planned<PropertyPlan> {
  const inputs = fieldsOf(scope.current.shape)
  const expression = Object.hasOwn(mapped, name) ? mapped[name] : undefined
  const place = expression === undefined ? [...at, "path"] : [...at, "parameters", name]
  const span = () => mapping.source.valueSpan(place)
  const isItem = expression === undefined && item?.key === name
  if (expression === undefined && !isItem && !Object.hasOwn(inputs, name)) {
    const help = didYouMean(name, Object.keys(inputs)) ?? `add an input \`${name}\``
    return mapping.refuse(aboutMapping.pathNotProvided(name, help), span())
  }
  const given = isItem
    ? planned(item.value)
    : mapping.compile(expression ?? Path.derived(name), place, scope)
  return flatMap(given, (value) => {
    const accepted = onNullish && isNullish(value.shape) ? onNullish(name, value) : value
    const schema = operation.parameters?.find((one) => one.name === name)?.schema
    const described = schema === undefined ? STRING : fromOpenapi(schema, {}, "")
    // A path is text, and only a text keeps the 19 digits of a large id.
    const shape = expression === undefined ? described : unionOf(described, STRING)
    const taken = isOptionalIn(path, name) ? unionOf(shape, ABSENT) : shape
    const problems = mapping.mismatches(accepted, taken, span, `\`{${name}}\``, REQUEST_CODES)
    return planned({ name, expression: accepted.expression }, problems)
  })
}

/** The values of a query or body: mapped by the card, or inputs of the same name. */
function namedValues(
  kind: "query" | "body",
  section: RequestSection,
  accepted: ObjectShape | undefined,
  context: RequestContext,
): Planned<PropertyPlan[]> {
  const { mapping, at, scope } = context
  const mapped = section[kind]
  const inputs = fieldsOf(scope.current.shape)
  const inPath = namesIn(section.path)
  const fields = accepted?.fields ?? {}
  const names =
    mapped === undefined
      ? Object.keys(fields).filter((name) => Object.hasOwn(inputs, name) && !inPath.includes(name))
      : Object.keys(mapped)
  const missing = Object.keys(fields)
    .filter((name) => !names.includes(name) && !isNullish(fields[name]?.shape ?? NULL))
    .map((name) => {
      const problem = aboutMapping.requestNeeds(`${section.method} ${section.path}`, name, kind)
      return mapping.refuse(problem, mapping.source.keySpan(at))
    })
  return all([...names.map((name) => namedValue(name, kind, section, fields, context)), ...missing])
}

function namedValue(
  name: string,
  kind: "query" | "body",
  section: RequestSection,
  fields: ObjectShape["fields"],
  { mapping, at, scope }: RequestContext,
): Planned<PropertyPlan> {
  const mapped = section[kind]
  const path = mapped === undefined ? at : [...at, kind, name]
  const inBody: BareScope = kind === "body" ? { ...scope, seals: true } : scope
  return flatMap(mapping.compile(mapped?.[name] ?? Path.derived(name), path, inBody), (value) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) {
      const request = `${section.method} ${section.path}`
      const help = didYouMean(name, Object.keys(fields))
      const problem = aboutMapping.requestTakesNo(request, name, kind, help)
      return mapping.refuse(problem, mapping.source.keySpan(path))
    }
    const span = () =>
      mapped === undefined
        ? mapping.source.keySpan(["input_schema", "properties", name])
        : mapping.source.valueSpan(path)
    const subject = `\`${name}\` of the ${kind}`
    const problems = mapping.mismatches(value, field.shape, span, subject, REQUEST_CODES)
    return planned({ name, expression: value.expression }, problems)
  })
}

/** The shape of a response; `origin` identifies it when reads are tracked. */
export function responseShape(
  { accept, bytes }: RequestSection,
  { response, mayBeEmpty }: RestOperation,
  { schemas }: RestDescription,
  origin: string,
): Shape {
  if (bytes) return BYTES
  if (accept !== undefined && !/json$/.test(accept)) return CONTENT
  if (response === undefined) return NULL
  const shape = fromOpenapi(response, schemas, origin)
  return mayBeEmpty ? unionOf(shape, NULL) : shape
}

function fieldsOf(shape: Shape): ObjectShape["fields"] {
  return shape.kind === "object" ? shape.fields : {}
}

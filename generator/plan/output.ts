import type { JsonSchema } from "../../runtime/definition.js"
import { didYouMean, type Span } from "../diagnostics/diagnostic.js"
import {
  callbackScope,
  code,
  type Scope,
  settle,
  takenNames,
  type Value,
  variableName,
} from "../path/index.js"
import type { CardPath } from "../read/card.js"
import type { PaginationSection } from "../read/card-format.js"
import { describe } from "../shape/describe.js"
import { fromJsonSchema } from "../shape/from-json-schema.js"
import { alternatives, isNullish, present, type Shape } from "../shape/shape.js"
import { camelCase, propertyName } from "../text.js"
import type { OutputPlan } from "./capability-plan.js"
import type { Mapping, MisfitCodes } from "./mapping.js"

const CODES: MisfitCodes = {
  null: "GHX1309",
  enum: "GHX1316",
  missing: "GHX1311",
  unknown: "GHX1312",
  type: "GHX1310",
  github: "found",
}

type BareScope = Omit<Scope, "onRead">

/** What the sections of all routes say of the result. */
export interface ResultSection {
  result?: string
  output?: Record<string, string>
  pagination?: PaginationSection
}

/** Plans how the output is made from the response, and proves that it is what the card promises. */
export function planOutput(
  mapping: Mapping,
  schema: JsonSchema,
  section: ResultSection,
  response: Value,
  variables: BareScope["variables"],
): OutputPlan | undefined {
  const scope: BareScope = {
    purpose: "output",
    current: response,
    variables,
    facts: [],
    names: takenNames(),
  }
  const root = planRoot(mapping, section, scope)
  if (root === undefined) return undefined
  const inner: BareScope = {
    ...scope,
    current: { code: code.reference(root.name), shape: present(root.value.shape), hint: root.name },
    names: new Set([...scope.names, root.name]),
  }
  const plan = section.pagination === undefined ? planObject : planPage
  const value = plan(mapping, schema, section, inner)
  if (value === undefined) return undefined
  return {
    result: section.pagination?.connection ?? section.result ?? root.name,
    root: { name: root.name, code: root.value.code.doc, isNullable: isNullish(root.value.shape) },
    value: value.doc,
  }
}

/** The variable that holds the result: `const issue = data.repository?.issue`. */
function planRoot(
  mapping: Mapping,
  section: ResultSection,
  scope: BareScope,
): { name: string; value: Value } | undefined {
  const path: CardPath =
    section.pagination === undefined
      ? [mapping.route, "result"]
      : [mapping.route, "pagination", "connection"]
  const expression = section.pagination?.connection ?? section.result
  if (expression === undefined)
    return { name: scope.current.code.reference ?? "data", value: scope.current }
  const value = mapping.compile(expression, path, scope)
  return value && { name: variableName(value.hint ?? "result", scope.names), value }
}

/** An object literal with a property for each property of the schema. */
function planObject(
  mapping: Mapping,
  schema: JsonSchema,
  section: ResultSection,
  scope: BareScope,
): ReturnType<typeof code.objectLiteral> | undefined {
  const promised = fromJsonSchema(schema)
  const fields = promised.kind === "object" ? promised.fields : {}
  const output = section.output ?? {}
  for (const name of Object.keys(output)) {
    if (Object.hasOwn(fields, name)) continue
    const span = mapping.source.keySpan([mapping.route, "output", name])
    const help = didYouMean(name, Object.keys(fields))
    mapping.report("GHX1312", span, `the output has no property \`${name}\``, help)
  }
  const properties = Object.entries(fields).flatMap(([name, { shape }]) => {
    const source = propertyValue(mapping, name, output, scope)
    if (source === undefined) return []
    const value = settle(source, scope)
    const isMapped = Object.hasOwn(output, name)
    const span: Span = isMapped
      ? mapping.source.valueSpan([mapping.route, "output", name])
      : mapping.source.keySpan(["output_schema", "properties", name])
    const before = mapping.diagnostics.length
    mapping.require(value, shape, span, `output \`${name}\``, CODES)
    const fits = mapping.diagnostics.length === before
    if (fits) warnOfValuesThatNeverOccur(mapping, name, value.shape, shape)
    const key = propertyName(name)
    return [value.code.reference === key ? value.code.doc : [key, ": ", value.code.doc]]
  })
  return code.objectLiteral(properties)
}

function propertyValue(
  mapping: Mapping,
  name: string,
  output: Readonly<Record<string, string>>,
  scope: BareScope,
): Value | undefined {
  const path = [mapping.route, "output", name]
  const expression = Object.hasOwn(output, name) ? output[name] : undefined
  if (expression !== undefined) return mapping.compile(expression, path, scope)
  const objects = alternatives(scope.current.shape).filter((one) => one.kind === "object")
  const has = (field: string) => objects.some((object) => Object.hasOwn(object.fields, field))
  const same = [name, camelCase(name)].find(has)
  if (same !== undefined) return mapping.compile(same, path, scope)
  const known = objects.flatMap((object) => Object.keys(object.fields))
  const span = mapping.source.keySpan(["output_schema", "properties", name])
  const help =
    didYouMean(camelCase(name), known)?.replace(/\?$/, "? Then map it under `output`") ??
    `select \`${camelCase(name)}\` in the document, or map \`${name}\` under \`output\``
  const owner = describe(scope.current.shape)
  mapping.report("GHX1311", span, `nothing provides \`${name}\`: ${owner} has no such field`, help)
  return undefined
}

/** A contract that allows values which GitHub's schema no longer has (or never had) has drifted. */
function warnOfValuesThatNeverOccur(mapping: Mapping, name: string, from: Shape, to: Shape): void {
  const values = (shape: Shape) =>
    alternatives(shape)
      .flatMap((one) => (one.kind === "string" ? [one.values] : []))
      .at(0)
  const [occurring, allowed] = [values(from), values(to)]
  const never =
    allowed?.filter((value) => occurring !== undefined && !occurring.includes(value)) ?? []
  if (never.length === 0) return
  const spelt = never.map((value) => `"${value}"`).join(", ")
  const span = mapping.source.keySpan(["output_schema", "properties", name, "enum"])
  mapping.report(
    "GHX1316",
    span,
    `output \`${name}\`: ${spelt} can never occur`,
    undefined,
    "warning",
  )
}

/** `{ items, total_count, page_info }` of a connection. */
function planPage(
  mapping: Mapping,
  item: JsonSchema,
  section: ResultSection,
  scope: BareScope,
): ReturnType<typeof code.objectLiteral> | undefined {
  const path = [mapping.route, "pagination"]
  const at = (key: string) =>
    mapping.source.valueSpan([
      ...path,
      section.pagination !== undefined && key in section.pagination ? key : "connection",
    ])
  const total = section.pagination?.total_count ?? "totalCount"
  const connection = scope.current
  const lacking = lackingOfConnection(connection.shape, total)
  if (lacking.length > 0) {
    const message = `a connection needs ${lacking.join(" and ")}, which the document does not select`
    mapping.report("GHX1317", at("connection"), message)
    return undefined
  }
  const read = (expression: string, key: string) =>
    mapping.compile(expression, [...path, key], scope)
  const nodes = read(section.pagination?.items ?? "nodes[]", "items")
  const totalCount = read(total, "total_count")
  const hasNextPage = read("pageInfo.hasNextPage", "connection")
  const endCursor = read("pageInfo.endCursor", "connection")
  const list = present(nodes?.shape ?? { kind: "any" })
  if (list.kind !== "array" || isNullish(list.items)) {
    mapping.report(
      "GHX1317",
      at("items"),
      `\`items\` needs a list of nodes, found ${describe(list)}`,
    )
    return undefined
  }
  if (
    nodes === undefined ||
    totalCount === undefined ||
    hasNextPage === undefined ||
    endCursor === undefined
  ) {
    return undefined
  }
  const { name, inner } = callbackScope(nodes.hint, scope)
  const current: Value = {
    code: code.reference(name),
    shape: list.items,
    hint: nodes.hint ?? "items",
  }
  const object = planObject(mapping, item, section, { ...inner, current })
  if (object === undefined) return undefined
  const isOptional = isNullish(nodes.shape)
  const items = code.method(nodes.code, "map", [code.arrow(name, object)], isOptional)
  const allItems = isOptional ? code.coalesce(items, code.short("[]")) : items
  return code.objectLiteral([
    ["items: ", allItems.doc],
    ["total_count: ", totalCount.code.doc],
    [
      "page_info: ",
      code.objectLiteral([
        ["has_next_page: ", hasNextPage.code.doc],
        ["end_cursor: ", endCursor.code.doc],
      ]).doc,
    ],
  ])
}

/** What a page is made of and the document does not select. */
function lackingOfConnection(shape: Shape, total: string): string[] {
  const fields = shape.kind === "object" ? shape.fields : {}
  const pageInfo = fields.pageInfo?.shape
  const inPageInfo = pageInfo?.kind === "object" ? Object.keys(pageInfo.fields) : []
  const isPaged = ["hasNextPage", "endCursor"].every((name) => inPageInfo.includes(name))
  return [
    ...(Object.hasOwn(fields, total) ? [] : [`\`${total}\``]),
    ...(isPaged ? [] : ["`pageInfo { hasNextPage endCursor }`"]),
  ]
}

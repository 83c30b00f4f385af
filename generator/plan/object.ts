import type { JsonSchema } from "../../runtime/definition.js"
import { didYouMean, type Span } from "../diagnostics/index.js"
import { code, type Scope, settle, type Value } from "../path/index.js"
import { alternatives, describe, fromJsonSchema, type Shape } from "../shape/index.js"
import { camelCase, propertyName } from "../text/index.js"
import type { Mapping, MisfitCodes } from "./mapping.js"

const CODES: MisfitCodes = {
  null: "GHX1309",
  enum: "GHX1316",
  missing: "GHX1311",
  unknown: "GHX1312",
  type: "GHX1310",
  github: "found",
}

/** What to do where nothing provides a property, beside mapping it. */
const PROVIDE = {
  graphql: (field: string) => `select \`${field}\` in the document, or `,
  rest: () => "",
  cli: (field: string) => `ask for \`${field}\` in \`jsonFields\`, or `,
}

export type BareScope = Omit<Scope, "onRead">

/** What the sections of all routes say of the output. */
export interface OutputSection {
  output?: Record<string, string>
}

/** An object literal with a property for each property of the schema. */
export function planObject(
  mapping: Mapping,
  schema: JsonSchema,
  section: OutputSection,
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
    const subject = `output \`${name}\``
    const path = [mapping.route, "output", name]
    const text = isMapped ? output[name] : undefined
    const cured =
      text === undefined
        ? value
        : mapping.requireNoNullItems(value, shape, subject, { text, path, scope })
    mapping.require(cured, shape, span, subject, CODES)
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
    `${PROVIDE[mapping.route](camelCase(name))}map \`${name}\` under \`output\``
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

import type { JsonSchema } from "../../runtime/definition/index.js"
import { type Diagnostic, didYouMean } from "../diagnostics/index.js"
import { Path } from "../jmespath/index.js"
import { aboutMapping } from "../messages/index.js"
import { build, type Expression, normalize, type ObjectStart, type Value } from "../path/index.js"
import {
  alternatives,
  describe,
  fromJsonSchema,
  isNullish,
  NULL,
  type ObjectShape,
  present,
  type Shape,
  unionOf,
} from "../shape/index.js"
import { camelCase, snakeCaseOf } from "../text/index.js"
import { dependenciesOf, dependencyOn, wholeOf } from "./dependencies.js"
import type { BareScope, Mapping, MismatchCodes } from "./mapping.js"
import { all, flatMap, mapPlan, type Planned, planned, refused } from "./planned.js"
import { isSource, type MappingOf, mappingCall } from "./shape-mappings.js"

const CODES: MismatchCodes = {
  null: "GHX1309",
  enum: "GHX1316",
  missing: "GHX1311",
  unknown: "GHX1312",
  type: "GHX1310",
  github: "found",
}

/** Advice for a property that nothing provides. */
const PROVIDE = {
  graphql: (field: string) => `select \`${field}\` in the document, or `,
  rest: () => "",
  cli: (field: string) => `add \`${field}\` to \`jsonFields\`, or `,
}

/** The output keys of all routes' sections. */
interface OutputSection {
  readonly output?: Readonly<Record<string, Path>>
}

/** Plans the object that a route returns, from the scope's current value. */
type PlanObject = (
  mapping: Mapping,
  section: OutputSection,
  scope: BareScope,
) => Planned<Expression>

/**
 * An object literal with each property of the schema. If the schema includes a shape's fields, its mapping makes
 * these.
 */
export function planObject(schema: JsonSchema): PlanObject {
  if (schema.oneOf !== undefined) return planMember(schema)
  const promised = fromJsonSchema(schema)
  const fields = promised.kind === "object" ? promised.fields : {}
  return (mapping, { output = {} }, scope) => {
    const unknown = Object.keys(output)
      .filter((name) => !Object.hasOwn(fields, name))
      .map((name) => {
        const span = mapping.source.keySpan([mapping.route, "output", name])
        const help = didYouMean(name, Object.keys(fields))
        return mapping.problem(aboutMapping.noOutput(name, help), span)
      })
    const properties = Object.entries(fields).map(([name, { shape }]) =>
      mapPlan(planProperty(mapping, name, shape, output, scope), (value) => [name, value] as const),
    )
    return mapPlan(all([...properties, ...unknown.map((one) => refused(one))]), (members) =>
      build.objectOf(members, startOfObject(schema, mapping, output, scope)),
    )
  }
}

/** Plans one of several object types. The list has already made the object. */
function planMember(schema: JsonSchema): PlanObject {
  const promised = fromJsonSchema(schema)
  return (mapping, _section, { current }) => {
    const span = () => mapping.source.keySpan(["output_schema"])
    // An object of an unlisted type gives `NOT_FOUND`.
    const member = { ...current, shape: present(current.shape) }
    return planned(
      current.expression,
      mapping.mismatches(member, promised, span, "a member", CODES),
    )
  }
}

/** The call of a shape's mapping, for a schema that is or extends the shape and leaves its fields unchanged. */
function startOfObject(
  { title, extends: base = title }: JsonSchema,
  { route, shapes }: Mapping,
  output: Readonly<Record<string, Path>>,
  scope: BareScope,
): ObjectStart | undefined {
  const shape = base === undefined ? undefined : shapes?.get(snakeCaseOf(base))
  const start = shape && mappingCall(shapes?.mappingOf(shape.name, route), scope.current)
  const isOfShape = (name: string) =>
    isSource(shape, route, name, sourcePath(name, output, scope)?.root)
  return start?.fields.every(isOfShape) ? start : undefined
}

/** Plans one property of the output. Its value must have the kind that the contract promises. */
function planProperty(
  mapping: Mapping,
  name: string,
  shape: Shape,
  output: Readonly<Record<string, Path>>,
  scope: BareScope,
): Planned<Expression> {
  return flatMap(sourceOf(mapping, name, output, scope), (source) => {
    const value = normalize(source, scope)
    const path = Object.hasOwn(output, name) ? output[name] : undefined
    const at = [mapping.route, "output", name]
    const span = () =>
      path === undefined
        ? mapping.source.keySpan(["output_schema", "properties", name])
        : mapping.source.valueSpan(at)
    const subject = `output \`${name}\``
    const nulls =
      path === undefined ? undefined : mapping.nullItems(value, shape, subject, { path, at, scope })
    const problems = [
      ...(nulls === undefined ? [] : [nulls.problem]),
      ...mapping.mismatches(nulls?.cured ?? value, shape, span, subject, CODES),
    ]
    if (problems.length > 0) return planned(value.expression, problems)
    mapping.give(name, value.shape)
    return planned(value.expression, valuesThatNeverOccur(mapping, name, value.shape, shape))
  })
}

/** The written source of a field, or the field of its name. */
export function sourcePath(
  name: string,
  output: Readonly<Record<string, Path>>,
  scope: BareScope,
): Path | undefined {
  if (Object.hasOwn(output, name)) return output[name]
  const objects = objectsIn(scope)
  const isThere = (field: string) => objects.some(({ fields }) => Object.hasOwn(fields, field))
  if (isThere(name)) return Path.derived(name)
  const twin = camelCase(name)
  return isThere(twin) ? Path.derived(twin) : undefined
}

function hasDefault(node: Path["root"]): boolean {
  return node?.type === "Pipe" ? hasDefault(node.right) : node?.type === "OrExpression"
}

function objectsIn({ current }: BareScope): ObjectShape[] {
  return alternatives(current.shape).filter((one) => one.kind === "object")
}

export function sourceOf(
  mapping: Mapping,
  name: string,
  output: Readonly<Record<string, Path>>,
  scope: BareScope,
): Planned<Value> {
  const path = sourcePath(name, output, scope)
  if (path !== undefined) {
    return mapping.madeOnce(output[name] ?? name, scope, () => {
      const value = mapping.compile(path, [mapping.route, "output", name], scope)
      // The author of a card with a default has decided what a missing value is.
      if (hasDefault(path.root)) return value
      return mapPlan(value, (value) => orNullWithGaps(value, scope, mapping.shapes?.mappingOf))
    })
  }
  const known = objectsIn(scope).flatMap((object) => Object.keys(object.fields))
  const span = mapping.source.keySpan(["output_schema", "properties", name])
  const help =
    didYouMean(camelCase(name), known)?.replace(/\?$/, "? Then map it under `output`") ??
    `${PROVIDE[mapping.route](camelCase(name))}map \`${name}\` under \`output\``
  return mapping.refuse(aboutMapping.noSource(name, describe(scope.current.shape), help), span)
}

/** A contract that allows values which GitHub's schema no longer has (or never had) has drifted. */
function valuesThatNeverOccur(
  mapping: Mapping,
  name: string,
  from: Shape,
  to: Shape,
): Diagnostic[] {
  const values = (shape: Shape) =>
    alternatives(shape)
      .flatMap((one) => (one.kind === "string" ? [one.values] : []))
      .at(0)
  const [occurring, allowed] = [values(from), values(to)]
  const never =
    allowed?.filter((value) => occurring !== undefined && !occurring.includes(value)) ?? []
  if (never.length === 0) return []
  const spelt = never.map((value) => `"${value}"`).join(", ")
  const span = mapping.source.keySpan(["output_schema", "properties", name, "enum"])
  return [mapping.problem(aboutMapping.neverOccurs(name, spelt), span)]
}

const SCALARS: readonly Shape["kind"][] = ["boolean", "number", "string"]

/**
 * The value, or null if a list that it is computed from lacks items: a count or a state of the rest would be wrong. A
 * list as the value stays, because it shows what there is.
 */
function orNullWithGaps(
  value: Value,
  { current }: Pick<BareScope, "current">,
  mappingOf: MappingOf = () => undefined,
): Value {
  const { expression, shape } = value
  const isScalar = alternatives(present(shape)).every(({ kind }) => SCALARS.includes(kind))
  if (!isScalar || current.expression.kind !== "name") return value
  const read = new Map([[current.expression.name, dependencyOn("")]])
  const places = [...wholeOf(dependenciesOf(expression, read, mappingOf))]
  const lists = new Set(places.flatMap((place) => listAt(place, current.shape) ?? []))
  if (lists.size === 0) return value
  const paths = [...lists].sort().map(build.literalOf)
  return {
    expression: build.helper("ifWhole", current.expression, ...paths, expression),
    shape: unionOf(...alternatives(shape), NULL),
  }
}

/** The path of the first list on a path whose items may be null. */
function listAt(place: string, from: Shape): string | undefined {
  let at: readonly Shape[] = [from]
  const names: string[] = []
  for (const name of place.replace("?", "").split(".")) {
    names.push(name)
    at = at.flatMap(alternatives).flatMap((one) => {
      const field = one.kind === "object" ? one.fields[name] : undefined
      return field ? alternatives(field.shape) : []
    })
    if (at.some((one) => one.kind === "array" && isNullish(one.items))) return names.join(".")
    at = at.flatMap((one) => (one.kind === "array" ? [one.items] : [one]))
  }
  return undefined
}

import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { byRoute } from "../../runtime/route-names/index.js"
import { type Diagnostic, didYouMean, type Note, noteAt, type Span } from "../diagnostics/index.js"
import {
  type Draft,
  type Fields,
  type FullShape,
  fieldsOf,
  keywordsIn,
  namesOf,
  proveObject,
  type ShapeFile,
  type ShapeSource,
  type ShapeSources,
  sourcesOfBase,
} from "../expand/index.js"
import type { Path } from "../jmespath/index.js"
import { aboutShape } from "../messages/index.js"
import { atKey, atValue, type Card, ROUTES } from "../parse/index.js"
import { pascalCase } from "../text/index.js"
import type { ShapeMapping, ShapePlan } from "./capability-plan.js"
import { checkDeclaredTypes, withArgumentTypes } from "./declared.js"
import { byName, noteSources, type Sources, typeFields } from "./field-types.js"
import { type BareScope, Mapping } from "./mapping.js"
import { planObject } from "./object.js"
import { type Operations, withoutOrigins } from "./operation.js"
import { mapPlan, type Planned, planned } from "./planned.js"
import { checkOrigins, type Described, type Origins, originsOf, scopeOf } from "./route.js"
import { baseOf, type MappedShapes } from "./shape-mappings.js"
import { unusedSelections } from "./unused.js"

export interface MadeShape {
  readonly shape?: FullShape
  readonly plan?: ShapePlan
  readonly diagnostics: readonly Diagnostic[]
}

export interface ShapeContext extends Described {
  readonly operations: Operations
  readonly shapes: MappedShapes
}

/** A route over which the origin of a shape is known. */
interface RouteScope {
  readonly route: RouteType
  readonly scope: BareScope
  /** The fields that it serves. */
  readonly served: readonly string[]
}

/** Types a shape, and proves each of its mappings against its origin. */
export function makeShape(name: string, file: ShapeFile, context: ShapeContext): MadeShape {
  const { source, value } = file
  const fields = fieldsOf(value, [], { source, shapes: context.shapes })
  const origins = originsOf(name, context)
  const problems = [
    ...fields.problems,
    ...checkOrigins(name, file, origins, context),
    ...checkWithout(name, fields, file),
  ]
  if (fields.isPartial || problems.length > 0) return { diagnostics: problems }
  const names = fields.fields.map((one) => one.name)
  const served = (route: RouteType) => servedFields(route, fields, file)
  const routes = ROUTES.flatMap((route): RouteScope[] =>
    origins[route] === undefined
      ? []
      : [{ route, served: served(route), scope: scopeOf(route, origins, context) }],
  )
  const typed = typedShape(inFullForm(fields, file), routes, context)
  if (typed.full === undefined) return { diagnostics: typed.problems }
  const { full, sources } = typed
  const properties = propertiesOf(full)
  const base = extended(namesOf(fields))
  const proofs = routes.map((over) => {
    const schema = { ...base, ...closedObject(over.served, properties) }
    const isWhole = over.served.length === names.length
    const proof = proveMapping(name, full, schema, over, context)
    return mapPlan(withFragmentUsed(proof, over, origins, context), ({ mapping }) =>
      isWhole ? [mapping] : [],
    )
  })
  const given = (field: string) => [...(sources.get(field)?.values() ?? [])].map((one) => one.shape)
  const answers = { ...fields.base?.identifies, ...value.identifies }
  const diagnostics = [
    ...checkIdentifies(file, full, origins, sources, context),
    ...proofs.flatMap((one) => [...one.problems]),
    ...checkDeclaredTypes(full, { properties }, given),
  ]
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics }
  const schema = { title: pascalCase(name), ...base, ...closedObject(names, properties) }
  const over = (route: RouteType) => fieldSources(route, served(route), full, sources)
  const fragment = origins.graphql && context.operations.fragment(origins.graphql)
  return {
    shape: {
      name,
      origin: { name, file: source.file.path },
      schema,
      sources: byRoute(over),
      ...(Object.keys(answers).length > 0 && { identifies: answers }),
      noteOf: (field, route) => noteOf(name, field, route, fields, file),
    },
    plan: {
      name,
      description: value.description,
      card: source.file.path,
      schema,
      ...baseOf(schema, context.shapes),
      mappings: proofs.flatMap((one) => (one.ok ? one.plan : [])),
      ...(fragment && { fragment }),
    },
    diagnostics,
  }
}

/** The full form with types, and the sources of each field by route; undefined if a type is unknown. */
function typedShape(
  untyped: Draft,
  routes: readonly RouteScope[],
  { shapes }: ShapeContext,
): { full?: Draft; sources: Sources; problems: readonly Diagnostic[] } {
  const sources: Sources = new Map()
  const noted = routes.flatMap(({ route, served, scope }) => {
    const mapping = new Mapping(untyped, route)
    return noteSources(served, sources, mapping, outputOf(untyped, route), scope).problems
  })
  const {
    changes,
    problems,
    untyped: names,
    isPartial,
  } = typeFields({
    source: untyped,
    properties: propertiesOf(untyped),
    outputs: Object.fromEntries(ROUTES.map((route) => [route, outputOf(untyped, route)])),
    sources,
    shapes,
  })
  const unknown = names.map((name) => {
    return atKey(untyped, ["output_schema", "properties", name], aboutShape.noFieldType(name))
  })
  const why = names.length === 0 || noted.length === 0 ? unknown : noted
  const all = [...problems, ...why]
  if (isPartial || all.length > 0) return { sources, problems: all }
  return { full: untyped.with(changes), sources, problems: [] }
}

/** A shape's mapping over a route, with the reads it makes. */
interface Proof {
  readonly mapping: ShapeMapping
  readonly reader: Mapping
}

function proveMapping(
  name: string,
  full: Draft,
  schema: JsonSchema,
  { route, scope }: RouteScope,
  { shapes }: ShapeContext,
): Planned<Proof> {
  const reader = new Mapping(full, route, { shapes })
  const { current } = scope
  const fields = Object.keys(schema.properties ?? {})
  const parameter = current.expression.kind === "name" ? current.expression.name : ""
  const object = planObject(schema)(reader, { output: outputOf(full, route) }, scope)
  return mapPlan(object, (value) => {
    // A fragment is selected as a whole, so its type is that of the selection.
    const taken =
      route === "graphql"
        ? withoutOrigins(current.shape)
        : withArgumentTypes(value, reader.readFields(current.shape), shapes.mappingOf)
    return { mapping: { shape: name, route, parameter, taken, fields, value }, reader }
  })
}

/** The proof, with unread fields of the fragment. */
function withFragmentUsed(
  proof: Planned<Proof>,
  { route }: RouteScope,
  { graphql }: Origins,
  { documents }: ShapeContext,
): Planned<Proof> {
  const fragment = route === "graphql" && graphql ? documents.get(graphql).source : undefined
  if (!proof.ok || fragment === undefined) return proof
  const unused = unusedSelections(proof.plan.reader, fragment)
  return planned(proof.plan, [...proof.problems, ...unused])
}

/** The shape as a card in full form, except for types. */
function inFullForm({ fields, base }: Fields, { source, value }: ShapeFile): Draft {
  const at = ["output_schema", "properties"]
  const inherited = ROUTES.map((route) => [route, value[route]?.output ?? {}] as const)
  return source.with([
    { at: ["output_schema"], value: { properties: {} }, from: [] },
    ...fields.map(({ name, schema, from, note }) => {
      return { at: [...at, name], value: schema, from, note }
    }),
    ...sourcesOfBase({ fields, ...(base && { base }) }, inherited),
  ])
}

function servedFields(route: RouteType, { fields, base }: Fields, { value }: ShapeFile): string[] {
  const own = value[route]?.output ?? {}
  const ofBase = base?.schema.properties ?? {}
  return fields.flatMap(({ name }) => {
    const isLacking = Object.hasOwn(ofBase, name) && base?.sources[route].has(name) === false
    const isWithout = value[route]?.without?.includes(name) ?? false
    return (isLacking || isWithout) && !Object.hasOwn(own, name) ? [] : [name]
  })
}

/** The location of a field's definition, in the file of a shape or of its base shape. */
function noteOf(
  shape: string,
  field: string,
  route: RouteType | undefined,
  { base }: Fields,
  { source, value }: ShapeFile,
): Note {
  const here = (span: Span) => noteAt(aboutShape.fieldOf(shape, field, route), source.file, span)
  const { output = {}, without = [] } = (route && value[route]) ?? {}
  if (route !== undefined && Object.hasOwn(output, field))
    return here(source.valueSpan([route, "output", field]))
  if (route !== undefined && without.includes(field))
    return here(source.valueSpan([route, "without", without.indexOf(field)]))
  const isOfBase = Object.hasOwn(base?.schema.properties ?? {}, field)
  const isSaid = Object.hasOwn(value.fields ?? {}, field)
  if (base !== undefined && isOfBase && (route !== undefined || !isSaid))
    return base.noteOf(field, route)
  return here(source.keySpan(["fields", field]))
}

/** The sources of fields over a route: written ones, or by name. */
function fieldSources(
  route: RouteType,
  served: readonly string[],
  full: Draft,
  sources: Sources,
): ShapeSources {
  const output = outputOf(full, route)
  return new Map(
    served.map((name): [string, ShapeSource] => {
      const written = Object.hasOwn(output, name) ? output[name] : undefined
      const path = written ?? sources.get(name)?.get(route)?.path ?? byName(name, route)
      return [name, { path, isByName: written === undefined }]
    }),
  )
}

/** Checks that the lookups of `identifies` apply to the shape's origin, and end at a field of it. */
function checkIdentifies(
  { source, value }: ShapeFile,
  full: Draft,
  { graphql }: Origins,
  sources: Sources,
  { documents }: ShapeContext,
): Diagnostic[] {
  const fragment = graphql && documents.get(graphql).source?.fragments.values().next().value
  const type = fragment ? fragment.typeCondition.name.value : "nothing of GraphQL"
  const own = new Map(
    Object.keys(propertiesOf(full)).map((name) => [
      name,
      sources.get(name)?.get("graphql")?.path.text ?? "",
    ]),
  )
  return Object.entries(value.identifies ?? {}).flatMap(([name, by]) => {
    const proved = proveObject(name, by, own, type, documents)
    if (proved.ok) return []
    return [atKey(source, ["identifies", name], proved.problem)]
  })
}

/** Checks that `without` names fields of the shape that the route does not serve. */
function checkWithout(
  shape: string,
  { fields }: Fields,
  { source, value }: ShapeFile,
): Diagnostic[] {
  const names = fields.map(({ name }) => name)
  return ROUTES.flatMap((route) =>
    (value[route]?.without ?? []).flatMap((name, index) => {
      const at = [route, "without", index]
      if (!names.includes(name))
        return [atValue(source, at, aboutShape.noField(shape, name, didYouMean(name, names)))]
      if (!Object.hasOwn(value[route]?.output ?? {}, name)) return []
      return [atValue(source, at, aboutShape.servedAnyway(route, name))]
    }),
  )
}

function closedObject(
  names: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    type: "object",
    required: names,
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
  }
}

function propertiesOf({ value }: Draft): Record<string, JsonSchema> {
  const { properties } = keywordsIn(keywordsIn(value).output_schema)
  return Object.fromEntries(
    Object.entries(keywordsIn(properties)).map(([name, one]) => [name, keywordsIn(one)]),
  )
}

function outputOf({ value }: Draft, route: RouteType): Readonly<Record<string, Path>> {
  return (value as Partial<Card>)[route]?.output ?? {}
}

/** A shape with more fields than its base extends it. */
function extended({ title, extends: base = title }: Pick<JsonSchema, "title" | "extends">) {
  return base === undefined ? {} : { extends: base }
}

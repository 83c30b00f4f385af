import { type FragmentDefinitionNode, isCompositeType, Kind } from "graphql"
import type { RouteType } from "../../runtime/index.js"
import { type Documents, fragmentPath, isOfPackage } from "../check/index.js"
import { type Diagnostic, diagnostic, didYouMean } from "../diagnostics/index.js"
import type { ShapeFile } from "../expand/index.js"
import { aboutShape } from "../messages/index.js"
import type { Pins } from "../parse/index.js"
import { build, takenNames } from "../path/index.js"
import { PACKAGE_FOLDER } from "../read/index.js"
import { fromOpenapi, present, SelectionShapes, type Shape } from "../shape/index.js"
import { camelCase, identifier } from "../text/index.js"
import type { BareScope } from "./mapping.js"

/** What a shape is made of over each route of which that is said: a fragment's file, the name of a schema. */
export type Origins = Readonly<Partial<Record<RouteType, string>>>

/** What says what shapes are made of. */
export interface Described {
  readonly files: ReadonlyMap<string, ShapeFile>
  readonly documents: Documents
  readonly pins: Pins
  /** What the package says of its own, where the files are those of a project that has installed it. */
  readonly package?: Described | undefined
}

/** What a shape is made of: what its file says, or else that of the shape it starts from. */
export function originsOf(
  name: string,
  described: Described,
  over: readonly string[] = [],
): Origins {
  const file = described.files.get(name)
  if (file === undefined) return described.package ? originsOf(name, described.package) : {}
  const { value } = file
  const isInCircle = over.includes(name)
  const base =
    value.shape === undefined || isInCircle
      ? {}
      : originsOf(value.shape, described, [...over, name])
  const fragment = fragmentPath(name, isOfPackage(file.source.file.path) ? PACKAGE_FOLDER : "")
  return {
    ...base,
    ...(described.documents.isThere(fragment) && { graphql: fragment }),
    ...(value.rest?.schema !== undefined && { rest: value.rest.schema }),
    ...(value.cli?.schema !== undefined && { cli: value.cli.schema }),
  }
}

/** There is something that a shape is made of, and all of it is there. */
export function checkOrigins(
  name: string,
  { source, value }: ShapeFile,
  origins: Origins,
  { documents, pins }: Described,
): Diagnostic[] {
  if (Object.keys(origins).length === 0)
    return [diagnostic(aboutShape.noType(name), source.file, source.keySpan(["description"]))]
  const known = { rest: () => pins.rest().schemas, cli: () => pins.gh().types }
  const inSections = (["rest", "cli"] as const).flatMap((route) => {
    const schema = value[route]?.schema
    const all = schema === undefined ? {} : known[route]()
    if (schema === undefined || Object.hasOwn(all, schema)) return []
    const help = didYouMean(schema, Object.keys(all))
    const what = route === "rest" ? "GitHub's description of REST" : "gh"
    const span = source.valueSpan([route, "schema"])
    return [diagnostic(aboutShape.noSchema(what, schema, help), source.file, span)]
  })
  const document = origins.graphql === undefined ? undefined : documents.get(origins.graphql)
  return [...inSections, ...(document?.isSound === false ? document.diagnostics : [])]
}

/** What a mapping of a shape sees: a thing of its type, called by the type's name. */
export function scopeOf(route: RouteType, origins: Origins, described: Described): BareScope {
  const name = identifier(camelCase(nameOf(origins, described)))
  return {
    purpose: "output",
    current: {
      expression: build.reference(name),
      shape: present(typeOf(route, origins[route] ?? "", described)),
      hint: name,
    },
    variables: new Map(),
    facts: [],
    names: new Set([...takenNames(), name]),
  }
}

function nameOf({ graphql, rest, cli }: Origins, { documents }: Described): string {
  const fragment = graphql === undefined ? undefined : fragmentAt(graphql, documents)
  return fragment?.typeCondition.name.value ?? rest ?? cli ?? "value"
}

function typeOf(route: RouteType, origin: string, { documents, pins }: Described): Shape {
  const place = `$${route}@${origin}`
  if (route === "rest") {
    const { schemas } = pins.rest()
    return fromOpenapi(schemas[origin], schemas, place)
  }
  if (route === "cli") return fromOpenapi(pins.gh().types[origin], {}, place)
  const { source } = documents.get(origin)
  const fragment = fragmentAt(origin, documents)
  const schema = documents.schema()
  const type = schema.getType(fragment?.typeCondition.name.value ?? "")
  if (!source || !fragment || !isCompositeType(type))
    throw new Error(`${origin} has not passed its checks`)
  return new SelectionShapes(schema, source).of(type, fragment.selectionSet)
}

function fragmentAt(path: string, documents: Documents): FragmentDefinitionNode | undefined {
  const { source } = documents.get(path)
  return source?.ast.definitions.find((one) => one.kind === Kind.FRAGMENT_DEFINITION)
}

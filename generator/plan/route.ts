import type { JsonSchema, PrunableByPath } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { type Documents, resolveContract } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type { ShapeFile } from "../expand/index.js"
import type { Path } from "../jmespath/index.js"
import { aboutShape } from "../messages/index.js"
import { atKey, type Card, type CardSource, type Pins } from "../parse/index.js"
import { build, type Expression, reservedNames } from "../path/index.js"
import { present, type Shape } from "../shape/index.js"
import { camelCase, identifier } from "../text/index.js"
import type { CapabilityPlan, OutputPlan } from "./capability-plan.js"
import type { Places } from "./dependencies.js"
import { type BareScope, Mapping } from "./mapping.js"
import type { Operations } from "./operation.js"
import type { Open } from "./output.js"
import { flatMap, type Planned } from "./planned.js"
import type { MappedShapes, MappingOf } from "./shape-mappings.js"

/** The part of a route that planning needs; the routes of `generator/routes/` are passed in. */
export interface RoutePlanner {
  readonly type: RouteType
  /** The variable that holds GitHub's response in expressions of the route. */
  readonly answer: string
  /** The message for an input that is not read: the subject, and the fix. */
  readonly unread: { readonly by: string; readonly help: string }
  /** Plans the section of a card, except its output; undefined if the card has no such section. */
  open(mapping: Mapping, card: Card, input: JsonSchema, sources: Sources): OpenRoute | undefined
  /** The parts that need not be requested when only some output fields are wanted. */
  omitted(
    plan: Pick<CapabilityPlan, "effect" | keyof RoutePlan>,
    placesOf: (output: OutputPlan) => Places,
    mappingOf: MappingOf,
  ): PrunableByPath | undefined
  readonly origin: ShapeOrigin
}

/** A route that is planned, except for its output. */
interface OpenRoute extends Open<unknown> {
  /** Completes the plan with the object, and reports unused inputs and selections. */
  readonly prove: (
    object: Planned<Expression>,
    context: Pick<PlanContext, "shapes">,
  ) => Planned<RoutePlan>
}

export type RoutePlan = Pick<CapabilityPlan, RouteType | "cost">

/** The origin of a shape over a route: a fragment, or a type of a description. */
export interface ShapeOrigin {
  /** The fragment's file, or the name of the type; undefined where the shape's file has none. */
  named(shape: string, file: ShapeFile, described: Described): string | undefined
  /** Problems of the origin: it is missing, or has errors. */
  check(origin: string | undefined, file: ShapeFile, described: Described): Diagnostic[]
  /** GitHub's name for the type. */
  nameOf(origin: string, described: Described): string | undefined
  typeOf(origin: string, place: string, described: Described): Shape
}

interface Sources {
  readonly operations: Operations
  readonly pins: Pins
}

export interface PlanContext extends Sources {
  readonly routes: readonly RoutePlanner[]
  /** The well-formed routes; the compiler plans no others. */
  readonly sound: readonly RouteType[]
  readonly shapes: MappedShapes
}

/** The files that define the origins of shapes. */
export interface Described {
  readonly files: ReadonlyMap<string, ShapeFile>
  readonly documents: Documents
  readonly pins: Pins
  readonly routes: readonly RoutePlanner[]
  /** The package's own, in a project that has installed it. */
  readonly package?: Described | undefined
}

/** A route of a card, planned except for its output. */
interface OpenRouteOf {
  readonly planner: RoutePlanner
  readonly mapping: Mapping
  readonly open: OpenRoute
  /** The section's output, as far as it is known. */
  readonly output: Readonly<Record<string, Path>>
}

export type OpenRoutes = readonly OpenRouteOf[]

/** Plans the routes of a valid card, except for their outputs. */
export function openRoutes(
  source: CardSource,
  card: Card,
  { routes, sound, shapes, ...sources }: PlanContext,
): OpenRoutes {
  const { input } = resolveContract(card)
  return routes.flatMap((planner) => {
    if (!sound.includes(planner.type)) return []
    const mapping = new Mapping(source, planner.type, { shapes, titles: card.output_schema })
    const open = planner.open(mapping, card, input, sources)
    return open ? [{ planner, mapping, open, output: card[planner.type]?.output ?? {} }] : []
  })
}

/** Plans the object of an output in the scope of its route. */
export function objectOf(
  { open: { scope, advise } }: Pick<OpenRouteOf, "open">,
  plan: (scope: BareScope) => Planned<Expression>,
): Planned<Expression> {
  return flatMap(scope, (inner) => {
    const object = plan(inner)
    return advise ? { ...object, problems: object.problems.map(advise) } : object
  })
}

/** The origin of a shape by route: the file of a fragment, or the name of a schema. */
export type Origins = Readonly<Partial<Record<RouteType, string>>>

/** The origins in a shape's file, or else those of its base shape. */
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
  const own = described.routes.flatMap(({ type, origin }) => {
    const named = origin.named(name, file, described)
    return named === undefined ? [] : [[type, named] as const]
  })
  return { ...base, ...Object.fromEntries(own) }
}

/** Checks that a shape has sources, and that all of them exist. */
export function checkOrigins(
  name: string,
  file: ShapeFile,
  origins: Origins,
  described: Described,
): Diagnostic[] {
  const { source } = file
  if (Object.keys(origins).length === 0)
    return [atKey(source, ["description"], aboutShape.noType(name))]
  return described.routes.flatMap(({ type, origin }) =>
    origin.check(origins[type], file, described),
  )
}

/** The scope of a shape's mapping: an object of its type, under the type's name. */
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
    names: new Set([...reservedNames(), name]),
  }
}

function nameOf(origins: Origins, described: Described): string {
  const names = described.routes.flatMap(({ type, origin }) => {
    const named = origins[type]
    return (named === undefined ? undefined : origin.nameOf(named, described)) ?? []
  })
  return names[0] ?? "value"
}

function typeOf(route: RouteType, named: string, described: Described): Shape {
  const { origin } = described.routes.find(({ type }) => type === route) ?? {}
  if (origin === undefined) throw new Error(`${route} is not a route`)
  return origin.typeOf(named, `$${route}@${named}`, described)
}

import type { JsonSchema, PrunableByPath } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import type { Documents } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type { ShapeFile } from "../expand/index.js"
import type { Card, Pins } from "../parse/index.js"
import type { Expression } from "../path/index.js"
import type { Shape } from "../shape/index.js"
import type { CapabilityPlan, OutputPlan } from "./capability-plan.js"
import type { Places } from "./dependencies.js"
import type { MappedShapes, MappingOf } from "./made-by-shape.js"
import type { Mapping } from "./mapping.js"
import type { Operations } from "./operations.js"
import type { Open } from "./output.js"
import type { Planned } from "./planned.js"

/** What planning asks of a route; the routes of `generator/routes/` are handed in. */
export interface RoutePlanner {
  readonly type: RouteType
  /** The variable of its expressions that holds what GitHub answered. */
  readonly answer: string
  /** What is said of an input that it does not read: by whom not, and what to do. */
  readonly unread: { readonly by: string; readonly help: string }
  /** Plans the section of a card but for its output; undefined where the card has none. */
  open(mapping: Mapping, card: Card, input: JsonSchema, sources: Sources): OpenRoute | undefined
  /** What need not be asked for where only some output fields are wanted. */
  omitted(
    plan: Pick<CapabilityPlan, "effect" | keyof RoutePlan>,
    placesOf: (output: OutputPlan) => Places,
    mappingOf: MappingOf,
  ): PrunableByPath | undefined
  readonly origin: ShapeOrigin
}

/** A route that is planned but for its output. */
export interface OpenRoute extends Open<unknown> {
  /** The plan with the object in its place, and what it does not use. */
  readonly prove: (
    object: Planned<Expression>,
    context: Pick<PlanContext, "shapes">,
  ) => Planned<RoutePlan>
}

/** What a route adds to the plan of a capability. */
export type RoutePlan = Pick<CapabilityPlan, RouteType | "cost">

/** What a shape is made of over a route: a fragment, or a type that a description has. */
export interface ShapeOrigin {
  /** The fragment's file, or the name of the type; undefined where the shape's file has none. */
  named(shape: string, file: ShapeFile, described: Described): string | undefined
  /** What is wrong with it: that it is not there, or not sound. */
  check(origin: string | undefined, file: ShapeFile, described: Described): Diagnostic[]
  /** What GitHub calls the type. */
  nameOf(origin: string, described: Described): string | undefined
  typeOf(origin: string, place: string, described: Described): Shape
}

/** What documents and pins say of GitHub. */
export interface Sources {
  readonly operations: Operations
  readonly pins: Pins
}

/** What planning a card needs beside the card. */
export interface PlanContext extends Sources {
  readonly routes: readonly RoutePlanner[]
  /** The routes whose form is right: the others are not planned. */
  readonly sound: readonly RouteType[]
  readonly shapes: MappedShapes
}

/** What says what shapes are made of. */
export interface Described {
  readonly files: ReadonlyMap<string, ShapeFile>
  readonly documents: Documents
  readonly pins: Pins
  readonly routes: readonly RoutePlanner[]
  /** What the package says of its own, where the files are those of a project that has installed it. */
  readonly package?: Described | undefined
}

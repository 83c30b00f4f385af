import type { RouteChecker } from "../../check/index.js"
import type { RouteEmitter } from "../../emit/index.js"
import type { RouteExpander } from "../../expand/index.js"
import type { RoutePlanner } from "../../plan/index.js"
import type { RouteScaffolder } from "./proposal.js"

/** Everything that the compiler needs from a route, stage by stage. */
export interface CompilerRoute
  extends RouteExpander,
    RouteChecker,
    RoutePlanner,
    RouteEmitter,
    RouteScaffolder {}

export { type KnownShape, knownShapes, shapeFor } from "./known-shapes.js"
export * from "./proposal.js"

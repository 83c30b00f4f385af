import type { RouteEmitter } from "../../emit/index.js"
import type { RoutePlanner } from "../../plan/index.js"

/** All that a route is to the compiler. */
export interface CompilerRoute extends RoutePlanner, RouteEmitter {}

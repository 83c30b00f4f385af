import type { RoutePlanner } from "../../plan/index.js"

/** All that a route is to the compiler. */
export interface CompilerRoute extends RoutePlanner {}

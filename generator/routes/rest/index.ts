import type { CompilerRoute } from "../route/index.js"
import { restChecker } from "./check/index.js"
import { restExpander } from "./derive/index.js"
import { restEmitter } from "./emit/index.js"
import { restPlanner } from "./plan/index.js"
import { restScaffolder } from "./scaffold/index.js"

export const restRoute: CompilerRoute = {
  ...restExpander,
  ...restChecker,
  ...restPlanner,
  ...restEmitter,
  ...restScaffolder,
}

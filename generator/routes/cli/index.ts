import type { CompilerRoute } from "../route/index.js"
import { cliChecker } from "./check.js"
import { cliExpander } from "./derive.js"
import { cliEmitter } from "./emit.js"
import { cliPlanner } from "./plan.js"
import { cliScaffolder } from "./scaffold.js"

export const cliRoute: CompilerRoute = {
  ...cliExpander,
  ...cliChecker,
  ...cliPlanner,
  ...cliEmitter,
  ...cliScaffolder,
}

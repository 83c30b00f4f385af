import type { CompilerRoute } from "../route/index.js"
import { cliChecker } from "./check/index.js"
import { cliExpander } from "./derive/index.js"
import { cliEmitter } from "./emit/index.js"
import { cliPlanner } from "./plan/index.js"
import { cliScaffolder } from "./scaffold/index.js"

export const cliRoute: CompilerRoute = {
  ...cliExpander,
  ...cliChecker,
  ...cliPlanner,
  ...cliEmitter,
  ...cliScaffolder,
}

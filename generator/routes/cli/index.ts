import type { CompilerRoute } from "../route/index.js"
import { cliEmitter } from "./emit/index.js"
import { cliPlanner } from "./plan/index.js"

export const cliRoute: CompilerRoute = { ...cliPlanner, ...cliEmitter }

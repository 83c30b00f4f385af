import type { CompilerRoute } from "../route/index.js"
import { restEmitter } from "./emit/index.js"
import { restPlanner } from "./plan/index.js"

export const restRoute: CompilerRoute = { ...restPlanner, ...restEmitter }

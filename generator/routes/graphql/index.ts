import type { CompilerRoute } from "../route/index.js"
import { graphqlEmitter } from "./emit/index.js"
import { graphqlPlanner } from "./plan/index.js"

export const graphqlRoute: CompilerRoute = { ...graphqlPlanner, ...graphqlEmitter }

import type { CompilerRoute } from "../route/index.js"
import { graphqlChecker } from "./check/index.js"
import { graphqlExpander } from "./derive/index.js"
import { graphqlEmitter } from "./emit/index.js"
import { graphqlPlanner } from "./plan/index.js"
import { graphqlScaffolder } from "./scaffold/index.js"

export const graphqlRoute: CompilerRoute = {
  ...graphqlExpander,
  ...graphqlChecker,
  ...graphqlPlanner,
  ...graphqlEmitter,
  ...graphqlScaffolder,
}

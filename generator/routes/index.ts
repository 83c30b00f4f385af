import { ROUTES, type RouteType } from "../../runtime/route-names/index.js"
import { cliRoute } from "./cli/index.js"
import { graphqlRoute } from "./graphql/index.js"
import { restRoute } from "./rest/index.js"
import type { CompilerRoute } from "./route/index.js"

export {
  type CompilerRoute,
  draftDescription,
  knownShapes,
  type Proposal,
  ProposalError,
  type ScaffoldContext,
} from "./route/index.js"

const byName: Readonly<Record<RouteType, CompilerRoute>> = {
  graphql: graphqlRoute,
  rest: restRoute,
  cli: cliRoute,
}

/** All routes, as the stages use them. */
export const routes: readonly CompilerRoute[] = ROUTES.map((name) => byName[name])

import { ROUTES, type RouteType } from "../../runtime/route-names/index.js"
import { cliRoute } from "./cli/index.js"
import { graphqlRoute } from "./graphql/index.js"
import { restRoute } from "./rest/index.js"
import type { CompilerRoute } from "./route/index.js"

export type { CompilerRoute } from "./route/index.js"

const byName: Readonly<Record<RouteType, CompilerRoute>> = {
  graphql: graphqlRoute,
  rest: restRoute,
  cli: cliRoute,
}

/** The routes that cards can have: what the stages do for each, they ask these for. */
export const routes: readonly CompilerRoute[] = ROUTES.map((name) => byName[name])

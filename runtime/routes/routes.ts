import type { RouteType } from "../envelope/index.js"
import { cliRoute } from "./cli/index.js"
import { graphqlRoute } from "./graphql/index.js"
import { restRoute } from "./rest/index.js"
import type { Route } from "./route/index.js"

/** All routes. */
export const routes: Readonly<Record<RouteType, Route>> = {
  graphql: graphqlRoute,
  rest: restRoute,
  cli: cliRoute,
}

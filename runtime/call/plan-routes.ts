import type { Client } from "../client/index.js"
import type { RouteReason, RouteType } from "../envelope.js"
import { cliRoute } from "../gh/index.js"
import { graphqlRoute } from "../graphql/index.js"
import { restRoute } from "../rest/index.js"
import type { Definition, Route } from "./route.js"

export interface PlannedRoute {
  readonly route: Route
  /** Why this route comes at its place, before anything was tried. */
  readonly reason: RouteReason
}

export interface Constraints {
  /** The only route that may be taken. */
  readonly only: RouteType | undefined
  /** Steps of a chain travel over HTTP. */
  readonly chained: boolean
}

const routes: readonly Route[] = [graphqlRoute, restRoute, cliRoute]

/** The routes that can serve a capability: in the card's order, or in the client's. */
export function planRoutes(
  definition: Definition,
  client: Pick<Client, "routes">,
  { only, chained }: Constraints,
): PlannedRoute[] {
  const served = definition.routes.flatMap((type) =>
    routes.filter((route) => route.type === type && route.serves(definition)),
  )
  const ordered = client.routes
    ? client.routes.flatMap((type) => served.filter((route) => route.type === type))
    : served
  const planned = ordered.filter(
    ({ type }) => (only === undefined || type === only) && !(chained && type === "cli"),
  )
  const [first] = planned
  return planned.map((route) => ({
    route,
    reason: route === first ? reasonOf(route.type, definition, client, only) : "CARD_FALLBACK",
  }))
}

/** Why a route is the first to be tried. */
function reasonOf(
  type: RouteType,
  definition: Definition,
  client: Pick<Client, "routes">,
  only: RouteType | undefined,
): RouteReason {
  if (type === definition.routes[0]) return "CARD_PREFERRED"
  if (only !== undefined) return "ENV_CONSTRAINT"
  return client.routes ? "DEFAULT_POLICY" : "CAPABILITY_LIMIT"
}

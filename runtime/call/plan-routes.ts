import type { RouteReason, RouteType } from "../envelope.js"
import { graphqlRoute } from "../graphql/index.js"
import type { Definition, Route } from "./route.js"

export interface PlannedRoute {
  readonly route: Route
  readonly reason: RouteReason
}

const routes: readonly Route[] = [graphqlRoute]

/** The routes that can serve a capability, in the card's order, or the only one asked for. */
export function planRoutes(definition: Definition, only?: RouteType): PlannedRoute[] {
  return definition.routes
    .filter((type) => only === undefined || type === only)
    .flatMap((type) => routes.filter((route) => route.type === type && route.serves(definition)))
    .map((route) => ({
      route,
      reason: route.type === definition.routes[0] ? "CARD_PREFERRED" : "CARD_FALLBACK",
    }))
}

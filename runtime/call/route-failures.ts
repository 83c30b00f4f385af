import type { Client } from "../client/index.js"
import { type Failure, unsupported } from "../errors/index.js"
import type { Definition } from "../routes/index.js"
import type { RunOptions } from "./call-context.js"
import type { PlannedRoute } from "./plan-routes.js"

/** The failure of a route that the card's rules exclude for this call. */
export function excludedRouteFailure(
  { id }: Definition,
  { route, excluded }: PlannedRoute,
): Failure {
  return unsupported(`${id} cannot take the ${route.type} route for this input: ${excluded}`)
}

/** There is no route that both the card and the client let a call take. */
export function noRouteFailure(
  { id, routes }: Definition,
  { routes: allowed }: Client,
  { route }: Pick<RunOptions, "route">,
): Failure {
  const cannot = route ? `cannot take the ${route} route` : "has no route that works here"
  const limit = allowed ? `; the client allows: ${allowed.join(", ") || "none"}` : ""
  return unsupported(`${id} ${cannot}; its routes: ${routes.join(", ")}${limit}`)
}

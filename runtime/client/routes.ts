import { ROUTES, type RouteType } from "../route-names/index.js"

/** A copy of the routes that a client may take. A misspelt route is an error, since dropping it could leave none. */
export function routesOf(
  routes: readonly RouteType[] | undefined,
): readonly RouteType[] | undefined {
  if (routes === undefined) return undefined
  if (Array.isArray(routes) && routes.every((route) => ROUTES.includes(route))) return [...routes]
  throw new TypeError(`routes takes a list of ${ROUTES.join(", ")}`)
}

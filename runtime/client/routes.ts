import type { RouteType } from "../envelope/index.js"

const known: readonly RouteType[] = ["graphql", "rest", "cli"]

/** A copy of the routes that a client may take; a misspelt one must not mean that there is none. */
export function routesOf(
  routes: readonly RouteType[] | undefined,
): readonly RouteType[] | undefined {
  if (routes === undefined) return undefined
  if (Array.isArray(routes) && routes.every((route) => known.includes(route))) return [...routes]
  throw new TypeError(`routes takes a list of ${known.join(", ")}`)
}

/** The routes over which capabilities are executed, in display order. */
export const ROUTES = ["graphql", "rest", "cli"] as const

/** A route over which a capability is executed. */
export type RouteType = (typeof ROUTES)[number]

/**
 * Whether a route runs a local program instead of sending requests. A capability with no other route cannot
 * be a step of a chain, be merged or be recorded.
 */
export function isLocal(route: RouteType): boolean {
  return route === "cli"
}

/** The version of GitHub's REST API that requests name. https://docs.github.com/rest/about-the-rest-api/api-versions */
export const REST_API_VERSION = "2022-11-28"

/** A value for each route. */
export function byRoute<T>(make: (route: RouteType) => T): Readonly<Record<RouteType, T>> {
  return { graphql: make("graphql"), rest: make("rest"), cli: make("cli") }
}

/** The channels through which capabilities can be carried out, in the order in which lists name them. */
export const ROUTES = ["graphql", "rest", "cli"] as const

/** A channel through which a capability can be carried out. */
export type RouteType = (typeof ROUTES)[number]

/**
 * Whether a route runs a program of this machine in place of sending requests. What has no other route is
 * no step of a chain, shares nothing with other calls, and cannot be recorded.
 */
export function isLocal(route: RouteType): boolean {
  return route === "cli"
}

/** A value for each route. */
export function byRoute<T>(make: (route: RouteType) => T): Readonly<Record<RouteType, T>> {
  return { graphql: make("graphql"), rest: make("rest"), cli: make("cli") }
}

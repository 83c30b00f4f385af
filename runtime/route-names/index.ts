/** The channels through which capabilities can be carried out, in the order in which lists name them. */
export const ROUTES = ["graphql", "rest", "cli"] as const

/** A channel through which a capability can be carried out. */
export type RouteType = (typeof ROUTES)[number]

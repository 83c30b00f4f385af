import type { RouteType } from "../envelope/index.js"
import { graphqlRoute } from "./graphql/index.js"
import { restRoute } from "./rest/index.js"
import type { Definition, Route } from "./route/index.js"

export * from "./graphql/index.js"
export * from "./rest/index.js"
export * from "./route/index.js"

const overHttp = { graphql: graphqlRoute, rest: restRoute }

/** The route of a type; undefined if a definition does not have it. */
export function routeOf(definition: Definition, type: RouteType): Route | undefined {
  if (!definition[type]) return undefined
  return type === "cli" ? definition.parts?.cliRoute : overHttp[type]
}

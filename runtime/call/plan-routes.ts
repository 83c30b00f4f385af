import type { Client } from "../client/index.js"
import type { RoutingRule } from "../definition/index.js"
import type { RouteReason, RouteType } from "../envelope/index.js"
import { isLocal } from "../route-names/index.js"
import { type Call, type Definition, type Route, routeOf } from "../routes/index.js"

export interface PlannedRoute {
  readonly route: Route
  /** Why this route has its position, before any route is tried. */
  readonly reason: RouteReason
  /** Why the card excludes this route for this call. */
  readonly excluded?: string
}

interface Constraints {
  /** The only route that may be taken. */
  readonly only: RouteType | undefined
  /** Steps of a chain are sent over HTTP. */
  readonly chained: boolean
}

const none: readonly never[] = []

/** The routes that can serve a call: in the card's order and by its rules, or in the client's order. */
export function planRoutes(
  { definition, input }: Pick<Call<unknown>, "definition" | "input">,
  client: Pick<Client, "routes" | "endpoint">,
  { only, chained }: Constraints,
): PlannedRoute[] {
  const call = { params: input, env: { host: client.endpoint.host } }
  const isAlone = !chained && definition.key === undefined
  const rules =
    definition.suitability?.filter(
      (rule) => (isAlone || !rule.alone) && (rule.when?.(call) ?? true),
    ) ?? none
  const preferred = rules.length > 0 ? rules.flatMap(({ prefer }) => prefer ?? []) : none
  const byRules = preferred.length > 0 ? new Set([...preferred, ...definition.routes]) : undefined
  const inOrder = client.routes ?? byRules ?? definition.routes
  const planned: PlannedRoute[] = []
  let reason: RouteReason | undefined
  for (const type of inOrder) {
    if (only !== undefined && type !== only) continue
    if (chained && isLocal(type)) continue
    const route = definition.routes.includes(type) && routeOf(definition, type)
    if (!route) continue
    const excluded = rules.find(({ exclude }) => exclude === type)?.reason
    if (excluded !== undefined) planned.push({ route, reason: "CARD_FALLBACK", excluded })
    else {
      planned.push({ route, reason: reason ?? reasonOf(type, definition, client, only, rules) })
      reason = "CARD_FALLBACK"
    }
  }
  return planned
}

/** Why a route is the first to be tried. */
function reasonOf(
  type: RouteType,
  definition: Definition,
  client: Pick<Client, "routes">,
  only: RouteType | undefined,
  rules: readonly RoutingRule<never>[],
): RouteReason {
  if (type === definition.routes[0]) return "CARD_PREFERRED"
  if (only !== undefined) return "ENV_CONSTRAINT"
  if (client.routes) return "DEFAULT_POLICY"
  return rules.some(({ alone }) => alone) ? "FEWEST_REQUESTS" : "CAPABILITY_LIMIT"
}

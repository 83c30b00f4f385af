import type { Client } from "../client/index.js"
import type { RoutingRule } from "../definition/index.js"
import type { ErrorCode, RouteReason, RouteType } from "../envelope/index.js"
import { type Failure, unsupported } from "../errors/index.js"
import { isLocal } from "../route-names/index.js"
import { type Call, type Definition, type Route, routeOf } from "../routes/index.js"
import type { RunOptions } from "./call-context.js"

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

/** Most informative first; an unavailable route is the least informative. */
const order: readonly ErrorCode[] = [
  "RATE_LIMIT",
  "NOT_FOUND",
  "VALIDATION",
  "AUTH",
  "SERVER",
  "NETWORK",
  "UNKNOWN",
  "ADAPTER_UNSUPPORTED",
]

/** The most informative of several failures; the earliest if several are equally informative. */
export function mostUseful<T extends { readonly failure: Failure }>(
  all: readonly T[],
): T | undefined {
  const rank = ({ failure }: T) => order.indexOf(failure.code)
  return all.reduce<T | undefined>(
    (best, each) => (best === undefined || rank(each) < rank(best) ? each : best),
    undefined,
  )
}

/**
 * Whether the next route may be tried after a failure. A failure that would recur there is final, rate
 * limits included, since they belong to the token. A request that may have been applied moves on only if
 * applying it twice is harmless.
 */
export function mayFallBack(
  { code, transient, outcome }: Failure,
  { effect, idempotent }: { effect: "read" | "write" | "destroy"; idempotent: boolean },
): boolean {
  if (code === "RATE_LIMIT") return false
  if (!transient && code !== "ADAPTER_UNSUPPORTED") return false
  return effect === "read" || idempotent || outcome !== "unknown"
}

import type { Client } from "../client/index.js"
import type { ErrorCode } from "../envelope/index.js"
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

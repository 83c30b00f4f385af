import type { ErrorCode } from "../envelope/index.js"
import type { Failure } from "../errors/index.js"

/** What tells a caller most comes first; that a route is not there tells least. */
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

/** Of several things with a failure, the one to report; the earlier where they tell as much. */
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
 * Whether the next route may be taken after a failure: what would fail there as well is final, a
 * limit among it, since it is the token's on every route; and what may have been carried out is only
 * handed on where doing it twice is harmless.
 */
export function mayHandOn(
  { code, transient, outcome }: Failure,
  { effect, idempotent }: { effect: "read" | "write" | "destroy"; idempotent: boolean },
): boolean {
  if (code === "RATE_LIMIT") return false
  if (!transient && code !== "ADAPTER_UNSUPPORTED") return false
  return effect === "read" || idempotent || outcome !== "unknown"
}

import type { ErrorCode } from "../envelope/index.js"
import type { Failure } from "../errors/index.js"

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

/** The faults and the requests that they affect. */
import type { RouteType } from "ghx"
import { isTurn } from "../all.js"
import { type Fault, faults } from "./faults.js"

/** A fault, and the requests of the first route that it affects. */
export interface Injection {
  readonly fault: Fault
  /** Requests of the route that pass before it. */
  readonly after: number
  /** The number of requests that it affects. */
  readonly times: number
}

/** gh sends some requests over REST, where a GraphQL fault is impossible. */
export function canHappen({ fault, after }: Injection, paths: readonly string[]): boolean {
  const graphql = fault.only?.includes("graphql") ?? false
  return !graphql || (paths[after]?.endsWith("/graphql") ?? false)
}

/**
 * Whether to inject a fault for one of several representative cards; each fault is injected for one in `among` of
 * them.
 */
export const isTurnOf = ({ fault }: Injection, card: number, among: number): boolean =>
  fault.representative === true ||
  fault.refused === true ||
  isTurn(faults.indexOf(fault), card, among)

export const ever = Number.POSITIVE_INFINITY

/**
 * Every fault at each of these requests of the first route. If that route is alone, the fault also disappears after
 * one request; if others follow it, the fault stays.
 *
 * A gh process costs as much as a hundred requests, and a fallback only distinguishes three outcomes: the first route
 * could not send, was refused, or has an unknown outcome. So with gh before or after another route, one
 * representative fault of each kind is enough; the interpretation of each fault is tested by the route alone, and by
 * GraphQL and REST as fallbacks of each other. The same representative faults are enough for a card that another one
 * represents.
 */
export function injectionsOn(
  routes: readonly RouteType[],
  struck: readonly number[],
  isWhole: boolean,
): Injection[] {
  const [first = "graphql"] = routes
  const alone = routes.length === 1
  const gh = first === "cli"
  const withGh = routes.slice(0, 2).includes("cli")
  const few = !isWhole || (withGh && !alone)
  return faults.flatMap((fault) => {
    if (fault.only && !fault.only.includes(first)) return []
    if (fault.refused) return [{ fault, after: 0, times: ever }]
    if (few && !fault.representative) return []
    const times = !alone ? [ever] : gh || !isWhole ? [1] : [1, ever]
    return struck.flatMap((after) => times.map((each) => ({ fault, after, times: each })))
  })
}

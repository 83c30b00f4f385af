/** Under every fault at every request, a read succeeds if some route can serve it. */
import type { RouteType } from "ghx"
import { afterAll, describe, expect, it } from "vitest"
import { isTurn, standsForItsKind, standsForItsKindOverGh } from "../all.js"
import { type Card, cards, ordersOf, routesOf, titled } from "../cards.js"
import { needsGhFor } from "../needs.js"
import { all } from "../some.js"
import { atAnyTime } from "../wall-clock.js"
import type { Fault } from "./faults.js"
import { canHappen, type Injection, injectionsOn, isTurnOf } from "./injections.js"
import {
  closeStages,
  openStage,
  type Play,
  requestsOf,
  requireEventually,
  type Stage,
} from "./stage.js"

const isWhole = (card: Card) => standsForItsKind(card) || standsForItsKindOverGh(card)

/** Capabilities that only read, one of each kind. */
const reads = cards.filter((card) => card.effect === "read" && isWhole(card))

afterAll(closeStages)

describe("a read, under every fault", () => {
  it.concurrent.for(titled(reads))(
    "$id succeeds if some route can serve it, over $over in any order",
    { timeout: 900_000 },
    async ({ card, routes }, context) => {
      needsGhFor(routes, context)
      const stage = await openStage(card)
      const clean = new Map<RouteType, Play>()
      for (const route of routes) clean.set(route, await cleanly(stage, route))
      for (const [at, order] of ordersFor(card).entries()) {
        const [first = "graphql"] = order
        const paths = requestsOf(first, clean.get(first)?.requests ?? []).map(({ path }) => path)
        const injections = injectionsOn(order, requestsToFault(first, clean), true)
        for (const [index, injection] of injections.entries()) {
          if (at > 0 && !isTurn(index, 0, 6)) continue
          if (!canHappen(injection, paths)) continue
          // Over gh, the classification of a fault depends on gh's own error message.
          if (first === "cli" && !isTurnOf(injection, reads.indexOf(card), 12)) continue
          await requireEventually(stage, order, injection, (play) =>
            judge(order, atStore(injection, paths), play, clean),
          )
        }
      }
    },
  )
})

/**
 * Orders with gh for one card of each kind; those of GraphQL and REST for each card. A fallback only involves two
 * routes, so for three routes the card's own order and its reverse are enough. For orders other than the card's own,
 * a sixth of the faults is enough.
 */
const ordersFor = (card: Card) => {
  const own = routesOf(card).filter((route) => route !== "cli" || standsForItsKindOverGh(card))
  const tried = [own, own.toReversed()].map(String)
  return ordersOf(own).filter((order) => all || order.length < 3 || tried.includes(String(order)))
}

async function cleanly(stage: Stage, route: RouteType): Promise<Play> {
  // The first call over gh also asks for the server's features.
  if (route === "cli") await stage.play([route])
  const play = await stage.play([route])
  expect(play.envelope, `over ${route}, undisturbed`).toMatchObject({
    ok: true,
    meta: { route_used: route, attempts: [{ route, status: "success" }] },
  })
  return play
}

/** Every request over HTTP; for gh only the last. */
function requestsToFault(
  route: RouteType | undefined,
  clean: ReadonlyMap<RouteType, Play>,
): number[] {
  const requests = route ? requestsOf(route, clean.get(route)?.requests ?? []) : []
  return route === "cli" ? [requests.length - 1] : [...requests.keys()]
}

/** A limit of the store of logs is none of GitHub's: ghx asks GitHub for a new address. */
function atStore(injection: Injection, paths: readonly string[]): Injection {
  const { fault, after, times } = injection
  if (times > 1 || !fault.rejects || !paths[after]?.startsWith("/rest/")) return injection
  return { ...injection, fault: { ...fault, code: "SERVER", passes: true, rejects: false } }
}

function judge(
  routes: readonly RouteType[],
  { fault, after, times }: Injection,
  { envelope, applied, requests }: Play,
  clean: ReadonlyMap<RouteType, Play>,
): void {
  const [first = "graphql"] = routes
  const place = `${fault.name}, ${times === 1 ? "once" : "for ever"} at request ${after}`
  const message = `${place}: ${envelope.ok ? "ok" : envelope.error.message}`
  expect(applied, place).toEqual([])
  const failed = { route: first, status: "error", error_code: fault.code }

  if (times === 1 && passes(fault, first)) {
    expect(envelope, message).toMatchObject({
      ok: true,
      data: dataOf(clean.get(first)),
      meta: { route_used: first, attempts: [{ route: first, status: "success" }] },
    })
    return
  }
  // A rate limit belongs to the token, so no other route is tried.
  const next = fault.rejects
    ? undefined
    : routes.slice(1).find((route) => !fault.refused || isHttp(route) !== isHttp(first))
  if (next) {
    expect(envelope, message).toMatchObject({
      ok: true,
      data: dataOf(clean.get(next)),
      meta: { route_used: next, reason: "CARD_FALLBACK" },
    })
    const tried = routes.slice(0, routes.indexOf(next))
    expect(envelope.meta.attempts, message).toMatchObject([
      ...tried.map((route) => ({ ...failed, route })),
      { route: next, status: "success" },
    ])
    return
  }
  expect(envelope, message).toMatchObject({
    ok: false,
    error: { code: fault.code, retryable: true },
    meta: {
      route_used: first,
      attempts: (fault.rejects ? [first] : routes).map((route) => ({ ...failed, route })),
    },
  })
  if (fault.refused) expect(requestsOf(first, requests), place).toHaveLength(0)
  // A read has no `outcome`, because it changes nothing.
  if (!envelope.ok) expect(envelope.error.details?.outcome, place).toBeUndefined()
}

/** gh does not report headers, so every limit counts as one minute. */
const passes = (fault: Fault, route: RouteType) =>
  fault.passes && !(fault.rejects && route === "cli")

const isHttp = (route: RouteType) => route !== "cli"

/** The result of a call without a fault. */
const dataOf = (play: Play | undefined) =>
  play?.envelope.ok ? atAnyTime(play.envelope.data) : undefined

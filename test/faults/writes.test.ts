/**
 * Under every fault at every request, a write is applied at most once, and the envelope agrees with the
 * state of the sandbox.
 */
import type { RouteType } from "ghx"
import { afterAll, describe, expect, it } from "vitest"
import { isTurn, standsForItsKind, standsForItsKindOverGh } from "../all.js"
import { type Card, cards, ordersOf, routesOf, titled } from "../cards.js"
import { needsGhFor } from "../needs.js"
import { isSynthesized } from "../small-fixture.js"
import { all } from "../some.js"
import { canHappen, ever, type Injection, injectionsOn, isTurnOf } from "./injections.js"
import {
  closeStages,
  isWrite,
  openStage,
  type Play,
  requestsOf,
  requireEventually,
  type Stage,
} from "./stage.js"

/** The behavior of a route without faults. */
interface Clean extends Play {
  /** Its own requests: whether each of them writes. */
  readonly writes: readonly boolean[]
}

const isWhole = (card: Card) => standsForItsKind(card) || standsForItsKindOverGh(card)

/**
 * Capabilities that change GitHub, one of each kind. `test/promises.test.ts` checks the `idempotent` of
 * every card with state in the sandbox. Capabilities that only gh has change the local clone, and may be
 * repeated.
 */
const writes = cards.filter((card) => {
  const changes = card.effect !== "read" && card.routing.preferred !== "cli"
  return changes && (isWhole(card) || isSynthesized(card))
})

const kinds = writes.filter(isWhole)

afterAll(closeStages)

describe("a write, under every fault", () => {
  it.concurrent.for(titled(writes))(
    "$id is applied at most once over $over in any order",
    { timeout: 900_000 },
    async ({ card, routes }, context) => {
      needsGhFor(routes, context)
      const stage = await openStage(card)
      const cardAt = kinds.indexOf(card)
      const untouched = await stage.play([])
      const clean = new Map<RouteType, Clean>()
      for (const route of routes) clean.set(route, await cleanly(stage, route))
      for (const [at, order] of ordersFor(card).entries()) {
        const [first = "graphql"] = order
        const paths = requestsOf(first, clean.get(first)?.requests ?? []).map(({ path }) => path)
        const injections = injectionsOn(order, requestsToFault(first, clean), isWhole(card))
        const isWriteAt = clean.get(first)?.writes ?? []
        for (const [index, injection] of [...injections].entries()) {
          if (at > 0 && !isTurn(index, 0, 6)) continue
          if (!canHappen(injection, paths)) continue
          if (order.length === 1 && isLikeOnce(card, injection, isWriteAt)) continue
          // The effect of a fault depends on its classification, and over gh on gh: the most revealing faults are
          // injected for each kind.
          const among = first === "cli" ? 12 : isWriteAt[injection.after] ? 6 : 12
          if (!isTurnOf(injection, cardAt, among)) continue
          await requireEventually(stage, order, injection, (play) =>
            judge(card, order, injection, play, untouched.state, clean),
          )
        }
      }
    },
  )
})

/**
 * Whether a permanent fault has the same effect as a single one: a non-idempotent write is sent once, and a failed
 * lookup ends reads and writes alike, which `reads.test.ts` tests with every fault.
 */
const isLikeOnce = (
  card: Card,
  { fault, after, times }: Injection,
  isWriteAt: readonly boolean[],
) =>
  !all &&
  times === ever &&
  !fault.representative &&
  !fault.refused &&
  !(card.idempotent && isWriteAt[after])

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

async function cleanly(stage: Stage, route: RouteType): Promise<Clean> {
  // The first call over gh also asks for the server's features.
  if (route === "cli") await stage.play([route])
  const play = await stage.play([route])
  expect(play.envelope, `over ${route}, undisturbed`).toMatchObject({ ok: true })
  expect(play.applied.length).toBeGreaterThan(0)
  return { ...play, writes: requestsOf(route, play.requests).map(isWrite) }
}

/** Every request over HTTP; for gh only those that change something. */
function requestsToFault(
  route: RouteType | undefined,
  clean: ReadonlyMap<RouteType, Clean>,
): number[] {
  const requests = (route && clean.get(route)?.writes) ?? []
  return [...requests.keys()].filter((at) => route !== "cli" || requests[at])
}

function judge(
  { idempotent }: Card,
  routes: readonly RouteType[],
  { fault, after, times }: Injection,
  { envelope, applied, state, requests }: Play,
  untouched: string,
  clean: ReadonlyMap<RouteType, Clean>,
): void {
  const [first = "graphql"] = routes
  const outcome = envelope.ok ? "ok" : `${envelope.error.code} ${envelope.error.details?.outcome}`
  const place = `${fault.name}, ${times === 1 ? "once" : "for ever"} at request ${after}: ${outcome}`
  const expected = [...clean.values()]
  const whole = expected.some((one) => state === one.state)
  const some = applied.length > 0

  if (!idempotent) {
    const once = expected.some((one) => one.applied.join().startsWith(applied.join()))
    expect(once, `${place}; applied: ${applied}`).toBe(true)
    if (envelope.ok) expect(whole, `${place} leaves what one leaves`).toBe(true)
    // Some servers would refuse a second write; it must not be sent at all.
    const most = Math.max(...expected.map((one) => one.writes.filter(Boolean).length))
    const sent = requests.filter(isWrite).length
    if (!fault.rejects) expect(sent, `${place} sends it once`).toBeLessThanOrEqual(most)
  } else if (envelope.ok) {
    const alike = whole || expected.some((one) => timeless(state) === timeless(one.state))
    expect(alike, `${place} leaves what one leaves; applied: ${applied}`).toBe(true)
  }
  if (!some) expect(state, `${place} changed nothing`).toBe(untouched)
  if (envelope.ok) {
    expect(some, `${place} was applied`).toBe(true)
    return
  }

  const { code, retryable, details } = envelope.error
  if (some) expect(details?.outcome, place).toBe("unknown")
  expect(retryable && some && !idempotent, `${place} invites to do it twice`).toBe(false)
  if (routes.length > 1) return
  expect([fault.code, fault.bodyless], place).toContain(code)
  if (first === "cli") return
  // If certainly nothing was applied, the error says so.
  if (fault.refused) expect(details?.outcome, place).toBe("not_sent")
  const certain = !some && (fault.rejects || !requests.some(isWrite))
  if (certain) expect(details?.outcome, place).not.toBe("unknown")
}

/** The state without times, which differ for a repeated call. */
const timeless = (state: string) => state.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "")

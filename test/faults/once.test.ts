/**
 * Tests that under every fault at every request, a write with a key leaves exactly one object, and the result is `ok`
 * or an honest `outcome: "unknown"`.
 */
import type { RouteType } from "ghx"
import { afterAll, describe, expect, it } from "vitest"
import { standsForItsKind } from "../all.js"
import { type Card, cards, routesOf, titled } from "../cards.js"
import { all } from "../some.js"
import { type Injection, injectionsOn, isTurnOf } from "./injections.js"
import {
  closeStages,
  isWrite,
  openStage,
  type Play,
  requestsOf,
  requireEventually,
} from "./stage.js"

const KEY = "nightly:41"

/** Capabilities that change GitHub over HTTP. gh behaves alike, and costs a hundred times as much. */
const writes = cards.filter(
  ({ effect, routing }) => effect !== "read" && routing.preferred !== "cli",
)

const isWhole = (card: Card) => all || standsForItsKind(card)

const kinds = writes.filter(isWhole)

afterAll(closeStages)

describe("a write with a key, under every fault", () => {
  it.concurrent.for(titled(writes))(
    "$id is applied at most once, and succeeds if its outcome can be determined",
    { timeout: 900_000 },
    async ({ card }) => {
      const stage = await openStage(card)
      const untouched = await stage.play([])
      const cardAt = kinds.indexOf(card)
      const [first = "graphql"] = routesOf(card)
      const routes: RouteType[] = [first]
      const clean = await stage.play(routes, undefined, 1, KEY)
      if (card.reconcile?.none !== undefined) {
        expect(clean.envelope).toMatchObject({
          error: { code: "VALIDATION", details: { outcome: "not_sent" } },
        })
        expect(clean.applied).toEqual([])
        return
      }
      expect(clean.envelope, "undisturbed").toMatchObject({ ok: true })
      // A value that is already set is not requested.
      if (clean.envelope.meta.once === "found") return
      const requests = requestsOf(first, clean.requests)
      const faulted = [...requests.keys()].filter((at) => all || isWrite(requests[at] as never))
      for (const injection of injectionsOn(routes, faulted, isWhole(card))) {
        const { fault, times } = injection
        if (times !== 1 && !fault.refused) continue
        if (!isTurnOf(injection, cardAt, 4)) continue
        // Whether an object is found again depends on the card, but whether a request was certainly not sent depends
        // only on its kind.
        if (!isWhole(card) && (fault.refused || fault.rejects)) continue
        await requireEventually(
          stage,
          routes,
          injection,
          (play) => judge(card, injection, play, clean, untouched),
          KEY,
        )
      }
    },
  )
})

function judge(
  { reconcile, idempotent }: Card,
  { fault, after, times }: Injection,
  { envelope, applied, state }: Play,
  clean: Play,
  untouched: Play,
): void {
  const outcome = envelope.ok
    ? `ok, ${envelope.meta.once}`
    : `${envelope.error.code} ${envelope.error.message} ${JSON.stringify(envelope.error.details)}`
  const place = `${fault.name}, ${times === 1 ? "once" : "for ever"} at request ${after}: ${outcome}`
  const some = applied.length > 0
  const expected = (some ? clean : untouched).state
  if (state !== expected) {
    expect(timeless(state), `${place}; applied: ${applied}`).toBe(timeless(expected))
  }
  if (envelope.ok) {
    expect(some, place).toBe(true)
    // A repeated call may have more warnings.
    if (!idempotent)
      expect(timeless(JSON.stringify(envelope.data)), place).toBe(
        timeless(JSON.stringify(clean.envelope.data)),
      )
    return
  }
  if (some) expect(envelope.error.details?.outcome, place).toBe("unknown")
  const passes = times === 1 && !fault.refused && !fault.rejects
  if (passes && reconcile?.again === undefined)
    expect(envelope.ok, `${place} could have been determined`).toBe(true)
}

/** The state without times, which differ for a repeated call. */
const timeless = (state: string) => state.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "")

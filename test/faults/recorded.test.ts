/**
 * Every kind of write, with and without a key, under every fault at every request over HTTP, ends as recorded:
 * `test/results/observed/faulted-writes.yaml`. Other tests here judge what is right; this one shows what changes.
 */
import type { RouteType } from "ghx"
import { afterAll, describe, expect, it } from "vitest"
import { isFirstOfItsKind, isTurn } from "../all.js"
import { type Card, cards, ordersOf, routesOf } from "../cards.js"
import { isUpdate, observed } from "../observed.js"
import { outOfTime } from "./faults.js"
import { type Injection, injectionsOn } from "./injections.js"
import { closeStages, openStage, type Play, requestsOf, type Stage } from "./stage.js"

/** By how the call ends: the faults that end it so, each after the number of the request that it meets. */
type Endings = Record<string, string[]>

/** The faults of an ending are recorded as one text. */
const recorded = observed<Record<string, Record<string, string>>>("faulted-writes")
const between = " | "

/** Whether look-ups decide what a write sends. */
const isDecided = ({ graphql, rest }: Card) =>
  /"optional":true/.test(JSON.stringify(graphql?.lookups ?? "")) ||
  /"when":/.test(JSON.stringify(rest ?? ""))

/** One write of each kind, and each that is decided by its look-ups. gh is tested by `writes.test.ts`. */
const kinds = cards.filter(
  (card) =>
    card.effect !== "read" &&
    card.routing.preferred !== "cli" &&
    (isFirstOfItsKind(card) || isDecided(card)),
)

const KEY = "nightly:41"

afterAll(closeStages)

describe("a write, under every fault", () => {
  it.concurrent.for(kinds.map((card) => ({ id: card.capability_id as string, card })))(
    "$id ends as recorded",
    { timeout: 900_000 },
    async ({ id, card }) => {
      const stage = await openStage(card)
      const all: Record<string, Endings> = {}
      for (const order of ordersOf(routesOf(card).filter((route) => route !== "cli"))) {
        all[order.join(", ")] = await endingsOf(card, stage, order)
      }
      all["with a key"] = await endingsOf(card, stage, routesOf(card).slice(0, 1), KEY)
      if (isUpdate)
        recorded.note(
          id,
          mapped(all, (one) => mapped(one, (met) => met.join(between))),
        )
      const expected = recorded.of(id)
      expect(Object.keys(all)).toEqual(Object.keys(expected ?? {}))
      for (const [order, endings] of Object.entries(all))
        for (const [ending, faults] of Object.entries(endings))
          expect(expected?.[order]?.[ending]?.split(between), `${id}, ${order}: ${ending}`).toEqual(
            expect.arrayContaining(faults),
          )
    },
  )
})

/** Whether a time limit is met depends on the machine, and a limit without a header makes reads wait for a minute. */
const isFast = ({ fault: { name, rejects, passes } }: Injection) =>
  name !== outOfTime && !(rejects && !passes)

/** How the call ends, by the fault. Without ALL=1, each card meets a sixth of the faults. */
async function endingsOf(card: Card, stage: Stage, order: RouteType[], key?: string) {
  const [first = "graphql"] = order
  const clean = await stage.play(order, undefined, 1, key)
  const requests = requestsOf(first, clean.requests)
  const endings: Endings = {}
  for (const [at, injection] of injectionsOn(order, [...requests.keys()], true).entries()) {
    if (!isFast(injection)) continue
    if (!isUpdate && !isTurn(at, kinds.indexOf(card), 12)) continue
    const { fault, after, times } = injection
    // After several failures, the circuit breaker makes each further request wait.
    const isRepeated = key !== undefined || isDecided(card)
    if (isRepeated && times !== 1 && !fault.refused) continue
    const ending = endingOf(await stage.play(order, injection, 1, key))
    const met = `${after}${times === 1 ? "" : " and later"}: ${fault.name}`
    endings[ending] = [...(endings[ending] ?? []), met]
  }
  return endings
}

/** The outcome and every attempt, in a line. */
function endingOf({ envelope, requests, applied }: Play): string {
  const { ok, error, meta } = envelope
  const details = error?.details
  const outcome = ok
    ? "ok"
    : `${error.code} ${details?.outcome}${error.retryable ? ", retryable" : ""}`
  const attempts = (meta.attempts ?? []).map(
    ({ route, error_code = "ok", retries = [] }) =>
      `${route} ${[...retries.map((one) => one.error_code), error_code].join(" ")}`,
  )
  const once = meta.once ? `${meta.once}; ` : ""
  return `${outcome}; ${once}${attempts.join(", ")}; ${requests.length} sent, ${applied.length} applied`
}

const mapped = <A, B>(all: Readonly<Record<string, A>>, change: (one: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]))

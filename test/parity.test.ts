/** Tests that every route of a card gives the same result and leaves the same state. */
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { isTurn, standsForItsKind, standsForItsKindOverGh } from "./all.js"
import { type Card, cards } from "./cards.js"
import { needsGhFor } from "./needs.js"
import { clockFor, closeStores, type Outcome, outcomeOf } from "./parity/outcome.js"
import { namesElsewhere, type Variation, variations } from "./parity/variations.js"

const several = cards.filter(({ routing }) => routing.fallbacks.length > 0)

/** One card of each kind that gh has. */
const kinds = several.filter(standsForItsKindOverGh)

/** A variation of an example's input; undefined if it does not apply to the capability. */
function inputFor(card: Card, input: Record<string, unknown>, { change, seed }: Variation) {
  const inputNames = Object.keys(card.input_schema.properties ?? {})
  if (!Object.keys(change).every((name) => inputNames.includes(name))) return undefined
  const elsewhere = Object.entries(seed ? namesElsewhere : {})
  return {
    ...input,
    ...Object.fromEntries(elsewhere.filter(([name]) => Object.hasOwn(input, name))),
    ...change,
  }
}

afterAll(closeStores)

describe.each(several)("$capability_id", (card) => {
  const { routing, effect, examples = [] } = card
  /** The outcomes of the preferred route, shared by all fallbacks. */
  const preferredOutcomes = new Map<string, Promise<Outcome>>()
  const inputs = examples.map(({ title, input }) => ({ title, input }))

  describe.each(routing.fallbacks)(
    `over %s returns the same result and state as over ${routing.preferred}`,
    (route) => {
      beforeEach((context) => needsGhFor([route], context))
      const clock = clockFor(card, route)
      const outcomesOf = async (input: Record<string, unknown>, variation?: Variation) => {
        const key = JSON.stringify([clock, input, variation?.title])
        const preferred =
          preferredOutcomes.get(key) ?? outcomeOf(card, input, routing.preferred, variation, clock)
        preferredOutcomes.set(key, preferred)
        const expected = await preferred
        return { expected, actual: await outcomeOf(card, input, route, variation, clock) }
      }

      it.each(inputs)("$title", async ({ input }) => {
        const { expected, actual } = await outcomesOf(input)
        if (actual.result === "ruled out") return expect(actual.changes).toEqual([])
        expect(actual.result).toEqual(expected.result)
        expect(actual.state).toEqual(expected.state)
        if (clock === "ticks") expect(actual.changes).toEqual(expected.changes)
        if (effect === "read") expect(actual.changes).toEqual([])
      })

      // A gh process costs as much as a hundred requests, so only one card of each kind is varied over gh, and each
      // variation is tried on one in 24 of these cards. The examples of each card test its own commands. Over REST, a
      // card that another one stands for has a quarter of them.
      const isTried = (at: number) =>
        route === "cli"
          ? variations[at]?.isOfGh || (kinds.includes(card) && isTurn(at, kinds.indexOf(card), 24))
          : standsForItsKind(card) || isTurn(at, several.indexOf(card), 4)
      const varied = variations.flatMap((variation, at) => {
        if (!isTried(at)) return []
        const input = inputs.map((one) => inputFor(card, one.input, variation)).find((one) => one)
        return input === undefined ? [] : [{ title: variation.title, variation, input }]
      })

      it.each(varied)("with $title", async ({ variation, input }) => {
        const { expected, actual } = await outcomesOf(input, variation)
        if (actual.result === "ruled out") return expect(actual.changes).toEqual([])
        expect(actual.result).toEqual(expected.result)
        expect(actual.state).toEqual(expected.state)
        if (variation.code) expect(actual.result).toBe(variation.code)
        // Equal failures do not show that the results agree.
        expect(["SERVER", "NETWORK", "UNKNOWN"]).not.toContain(actual.result)
        if (typeof actual.result === "string") expect(actual.changes).toEqual([])
      })
    },
  )
})

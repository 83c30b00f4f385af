import { type Card, cards, routesOf } from "./cards.js"
import { constructsOf } from "./constructs.js"

/** Whether `make test-all` runs, which tries every case on every card. */
export const all = process.env.ALL === "1"

/**
 * Whether it is the turn of a case, where one in `among` of them is tried on each card or in each place: neighbouring
 * places try others, so that each case has its turn.
 */
export const isTurn = (at: number, place: number, among: number): boolean =>
  all || (at + place) % among === 0

/**
 * Whether every case is tried on a card. The runtime's behavior around a call depends only on the card's
 * routes and their lookups, the number of requests, whether it writes, and whether it may be repeated. One
 * card of each such kind stands for the others, on which a few cases are tried: those that would show a
 * wrong claim of the card.
 */
export const standsForItsKind = (card: Card): boolean => isFirst(card, kindOf)

/**
 * The same for routes over gh. A gh process costs as much as a hundred requests, and its lookups are
 * processes too, so the kinds are wider. `test/parity.test.ts` runs the commands of every card.
 */
export const standsForItsKindOverGh = (card: Card): boolean => isFirst(card, kindOverGh)

/**
 * Whether a card uses a construct that no earlier card uses. Tests of the compiler and of mappings run on these
 * cards, some thirty.
 */
export const standsForItsPlan = (card: Card): boolean => all || withSomethingNew.has(card)

const withSomethingNew: ReadonlySet<Card> = (() => {
  const seen = new Set<string>()
  return new Set(
    cards.filter((card) => {
      const before = seen.size
      for (const construct of constructsOf(card)) seen.add(construct)
      return seen.size > before
    }),
  )
})()

const isFirst = (card: Card, kind: (card: Card) => string): boolean =>
  all || cards.find((one) => kind(one) === kind(card)) === card

const kindOverGh = (card: Card): string =>
  [...routesOf(card), card.effect === "read", card.idempotent, card.cli?.then !== undefined].join()

function kindOf(card: Card): string {
  const { graphql, rest, cli } = card
  const endpoints = rest?.endpoints ?? []
  return [
    kindOverGh(card),
    ...[graphql, rest, cli].map((route) => route?.lookups !== undefined),
    endpoints.length > 1,
    endpoints.some(({ foreach }) => foreach !== undefined),
    (graphql ?? rest)?.pagination !== undefined,
  ].join()
}

import { type Card, cards, routesOf } from "./cards.js"
import { constructsOf } from "./constructs.js"
import { all } from "./some.js"

/**
 * Whether to run a case, if each card or place runs only one in `among` cases. Neighbouring places run different
 * cases, so that each case runs somewhere.
 */
export const isTurn = (at: number, place: number, among: number): boolean =>
  all || (at + place) % among === 0

/**
 * Whether to run every case on a card. The runtime's behavior around a call depends only on the card's routes and
 * their lookups, the number of requests, whether it writes, and whether it may be repeated. One card of each such
 * kind represents the others, which only run the cases that would reveal a wrong statement of the card.
 */
export const standsForItsKind = (card: Card): boolean => isFirst(card, kindOf)

/** The same with ALL=1, too: for what is recorded of one card. */
export const isFirstOfItsKind = (card: Card): boolean =>
  cards.find((one) => kindOf(one) === kindOf(card)) === card

/**
 * Whether to run every case over gh. A gh process costs as much as a hundred requests, and its lookups are processes
 * too, so the kinds are wider. `test/parity.test.ts` runs the commands of every card.
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

import { type Card, cards, routesOf } from "./cards.js"
import { constructsOf } from "./constructs.js"

/** `make test-all`: nothing is left to a representative. */
export const all = process.env.ALL === "1"

/**
 * Whether everything that can happen is tried on a card. What the runtime does around a call depends
 * on no more than this of its card: the routes and their look-ups, how much each sends, whether it
 * writes, and whether it may be repeated. So one card of each such kind stands for the others, on
 * which the few things are tried that tell a card apart which says these wrongly of itself.
 */
export const standsForItsKind = (card: Card): boolean => isFirst(card, kindOf)

/**
 * The same for what goes through gh. A process of it costs as much as a hundred requests, and its
 * look-ups are processes like others, so that kinds are wider. The commands of every card are carried
 * out by `test/parity.test.ts`.
 */
export const standsForItsKindOverGh = (card: Card): boolean => isFirst(card, kindOverGh)

/**
 * Whether a card is written with anything that none before it is: what is made of its document and its
 * expressions, by the compiler and at run time, is tried on it. Some thirty cards have all there is.
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

import { type Card, cards, routesOf } from "./cards.js"

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

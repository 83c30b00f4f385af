import { type Card, cards, routesOf } from "./cards.js"

/** `make test-all`: nothing is left to a representative. */
export const all = process.env.ALL === "1"

/**
 * Whether a card is played over gh in everything that can happen. A gh process costs as much as a
 * hundred requests, and what the runtime does around it depends on no more than this of a card: its
 * routes, whether it writes, whether it may be repeated, and whether a second command reads what came
 * of it. So one card of each such kind stands for the others, whose own commands are carried out by
 * `test/parity.test.ts`, and by all tests in `make test-all`.
 */
export function standsForItsKind(card: Card): boolean {
  if (all) return true
  const kind = kindOf(card)
  return cards.find((one) => kindOf(one) === kind) === card
}

function kindOf(card: Card): string {
  const { effect, idempotent, cli } = card
  return [...routesOf(card), effect === "read", idempotent, Boolean(cli?.then)].join()
}

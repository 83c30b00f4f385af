import type { WrittenCard } from "../parse/index.js"
import type { Change } from "./draft.js"
import type { Derived, RuleContext } from "./rule.js"

const FIRST_VERSION = "1.0.0"

/** Derives the id from the card's path. The first version is 1.0.0. */
export function deriveIdentity(card: WrittenCard, { source }: RuleContext): Derived {
  const { pathId } = source
  const changes: Change[] = []
  if (card.capability_id === undefined)
    changes.push({ at: ["capability_id"], value: pathId, from: [] })
  if (card.version === undefined) changes.push({ at: ["version"], value: FIRST_VERSION, from: [] })
  return { changes }
}

import { diagnostic } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import type { WrittenCard } from "../parse/index.js"
import type { Change } from "./draft.js"
import type { ChangingPart, Derived, RuleContext } from "./rule.js"

/**
 * Derives the effect of a card that only reads. A card that can write must state its effect, and whether it is
 * idempotent.
 */
export function deriveEffect(card: WrittenCard, context: RuleContext): Derived {
  const missing = (["effect", "idempotent"] as const).filter((key) => card[key] === undefined)
  if (missing.length === 0) return { changes: [] }
  const changing = changingPart(card, context)
  const { source } = context
  if (changing !== undefined) {
    const problem = aboutCard.effectMissing(changing.what, missing)
    return { changes: [], problems: [diagnostic(problem, source.file, changing.span)] }
  }
  const derived = { effect: "read", idempotent: true }
  // `check/` reports an effect that contradicts this.
  const changes = missing.map((key): Change => ({ at: [key], value: derived[key], from: [] }))
  return { changes }
}

/** The first part of a card that may change something. */
function changingPart(card: WrittenCard, context: RuleContext): ChangingPart | undefined {
  return context.routes.flatMap((one) => one.changingPart(card, context) ?? [])[0]
}

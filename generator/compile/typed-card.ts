import { asCard, checkCardForm, checkRoutes } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type { ExpandedCard } from "../expand/index.js"
import { outputTypes } from "../plan/index.js"
import type { Surroundings } from "./surroundings.js"

export function isError({ severity }: Diagnostic): boolean {
  return severity === "error"
}

/** An expanded card whose output has the types that its routes provide, where it does not say them. */
export function typedCard(expanded: ExpandedCard, surroundings: Surroundings): ExpandedCard {
  const { source, diagnostics, isWhole, lacksTypes } = expanded
  if (!lacksTypes || !isWhole || diagnostics.some(isError) || checkCardForm(source).length > 0)
    return expanded
  const { operations, pins, routes, timer } = surroundings
  const card = asCard(source)
  return timer.time("plan", () => {
    const checked = checkRoutes(source, card, surroundings)
    const { changes, problems, isPartial } = outputTypes(
      source,
      card,
      { routes, sound: checked.sound, operations, pins },
      surroundings.shapes,
    )
    const unknown = problems.length === 0 ? [] : [...checked.diagnostics, ...problems]
    return {
      ...expanded,
      source: source.with(changes),
      diagnostics: [...diagnostics, ...unknown],
      isWhole: !isPartial,
    }
  })
}

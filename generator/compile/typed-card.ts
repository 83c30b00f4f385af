import { asCard, type CheckedRoutes, checkCardForm, checkRoutes } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type { ExpandedCard } from "../expand/index.js"
import type { CardSource } from "../parse/index.js"
import { type OpenRoutes, openRoutes, outputTypes } from "../plan/index.js"
import type { CompileContext } from "./context.js"

export function isError({ severity }: Diagnostic): boolean {
  return severity === "error"
}

/** An expanded card with its routes, planned to find the types of its output. */
export interface TypedCard extends ExpandedCard {
  readonly routes?: CheckedRoutes & { readonly open: OpenRoutes }
}

/** Checks the routes of a card in its full form, except types, and plans them, except outputs. */
export function routesOf(
  source: CardSource,
  compileContext: CompileContext,
): NonNullable<TypedCard["routes"]> {
  const { operations, pins, routes, shapes, timer } = compileContext
  const card = asCard(source)
  const checked = timer.time("check", () => checkRoutes(source, card, compileContext))
  const context = { routes, sound: checked.sound, operations, pins, shapes }
  return { ...checked, open: timer.time("plan", () => openRoutes(source, card, context)) }
}

/** An expanded card. Output types that the card omits are those that its routes provide. */
export function typedCard(expanded: ExpandedCard, compileContext: CompileContext): TypedCard {
  const { source, diagnostics, isWhole, lacksTypes } = expanded
  if (!lacksTypes || !isWhole || diagnostics.some(isError) || checkCardForm(source).length > 0)
    return expanded
  const routes = routesOf(source, compileContext)
  const { changes, problems, isPartial } = compileContext.timer.time("plan", () =>
    outputTypes(source, asCard(source), routes.open, compileContext.shapes),
  )
  const unknown = problems.length === 0 ? [] : [...routes.diagnostics, ...problems]
  return {
    ...expanded,
    source: source.with(changes),
    diagnostics: [...diagnostics, ...unknown],
    isWhole: !isPartial,
    routes,
  }
}

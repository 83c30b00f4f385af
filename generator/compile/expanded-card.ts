import { checkCard, checkReadable, checkWrittenCard } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { Draft, desugar, type ExpandedCard, expandCard } from "../expand/index.js"
import { withPathTexts } from "../jmespath/index.js"
import type { CardSource } from "../parse/index.js"
import type { Inputs } from "../read/index.js"
import type { CompileContext } from "./context.js"
import type { Memory } from "./memory.js"
import { isError, type TypedCard, typedCard } from "./typed-card.js"
import { withCard, withCards } from "./with-card.js"

/** Checks the form of a written card, and expands it. */
export function expandedCard(written: CardSource, compileContext: CompileContext): TypedCard {
  const { timer } = compileContext
  const unreadable = timer.time("check", () => checkReadable(written))
  if (unreadable.length > 0) return unexpanded(new Draft(written), unreadable)
  const { source, problems } = timer.time("expand", () => desugar(written))
  const diagnostics = [...problems, ...timer.time("check", () => checkWrittenCard(source))]
  if (diagnostics.length > 0) return unexpanded(source, diagnostics)
  const expanded = timer.time("expand", () => expandCard(source, compileContext))
  return typedCard(expanded, compileContext)
}

function unexpanded(source: Draft, diagnostics: readonly Diagnostic[]): ExpandedCard {
  return { source, diagnostics, isWhole: false, lacksTypes: false, uses: [] }
}

/** A card in its full form; `value` is undefined if there are errors. */
export interface Expansion {
  readonly value?: unknown
  readonly diagnostics: readonly Diagnostic[]
}

/** One card of a project in its full form; undefined if no card has that id. */
export function expansionOf(inputs: Inputs, id: string, memory?: Memory): Expansion | undefined {
  return withCard(inputs, id, expand, (diagnostics) => ({ diagnostics }), memory)
}

/** The cards of a project in their full form, by id, without cards that have errors. */
export function expansionsOf(inputs: Inputs): Map<string, unknown> {
  const expansions = withCards(inputs, expand)
  return new Map([...expansions].flatMap(([id, { value }]) => (value ? [[id, value]] : [])))
}

function expand(written: CardSource, compileContext: CompileContext): Expansion {
  const { source, diagnostics } = expandedCard(written, compileContext)
  const all = diagnostics.some(isError) ? diagnostics : [...diagnostics, ...checkCard(source)]
  return { ...(!all.some(isError) && { value: withPathTexts(source.value) }), diagnostics: all }
}

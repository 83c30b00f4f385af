import {
  asCard,
  type CheckedRoutes,
  checkCard,
  checkCardForm,
  checkReadable,
  checkRoutes,
  checkWrittenCard,
  withoutUnrelatedFiles,
} from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { Draft, desugar, type ExpandedCard, expandCard } from "../expand/index.js"
import { withPathTexts } from "../jmespath/index.js"
import { type CardSource, readCard } from "../parse/index.js"
import { type OpenRoutes, openRoutes, outputTypes } from "../plan/index.js"
import { cardPath, type Inputs } from "../read/index.js"
import { type CompileContext, splitCards, UNTIMED } from "./context.js"
import { createMemory, type Memory } from "./memory.js"

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
interface Expansion {
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

type Use<T> = (written: CardSource, compileContext: CompileContext) => T

/** Applies a function to one written card of a project; undefined if no card has that id. */
export function withCard<T>(
  inputs: Inputs,
  id: string,
  use: Use<T>,
  unreadable: (diagnostics: readonly Diagnostic[]) => T,
  memory: Memory = createMemory(),
): T | undefined {
  const path = cardPath(id)
  const text = inputs.cards.get(path)
  if (text === undefined) return undefined
  const { source, diagnostics } = readCard(path, text)
  if (source === undefined) return unreadable(diagnostics)
  return use(source, contextOfProject(inputs, memory))
}

/** Applies a function to each readable card of a project. Returns the results by id. */
function withCards<T>(inputs: Inputs, use: Use<T>): Map<string, T> {
  const compileContext = contextOfProject(inputs, createMemory())
  const { files } = withoutUnrelatedFiles("cards", splitCards(inputs.cards).cards)
  const sources = [...files].flatMap(([path, text]) => readCard(path, text).source ?? [])
  return new Map(sources.map((source) => [source.declaredId, use(source, compileContext)]))
}

function contextOfProject(inputs: Inputs, memory: Memory): CompileContext {
  return { ...memory.projectOf(inputs, UNTIMED).parts, released: new Map(), timer: UNTIMED }
}

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
function typedCard(expanded: ExpandedCard, compileContext: CompileContext): TypedCard {
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

import type { RouteType } from "../../runtime/index.js"
import type { Documents } from "../check/index.js"
import type { Diagnostic, Span } from "../diagnostics/index.js"
import type { CardSource, Pins, PlainShape, WrittenCard } from "../parse/index.js"
import type { Change } from "./draft.js"
import type { Keywords } from "./keywords.js"
import type { ShapeBook } from "./shapes.js"
import type { Shared } from "./shared.js"
import type { InputSource } from "./source.js"

export interface ExpandContext {
  readonly documents: Documents
  readonly pins: Pins
  readonly shared: Shared
  readonly shapes: ShapeBook
  readonly routes: readonly RouteExpander[]
}

export interface RuleContext extends ExpandContext {
  readonly source: CardSource
}

/** The changes that a rule derives, and problems if it cannot derive them. */
export interface Derived {
  readonly changes: readonly Change[]
  readonly problems?: readonly Diagnostic[]
  /** Set if a source of the derivation has errors, in which case missing parts are not reported. */
  readonly isPartial?: boolean
}

/** Rules only add what the card omits. */
export type Rule = (card: WrittenCard, context: RuleContext) => Derived

export const NO_CHANGES: Derived = { changes: [] }

export const notDerived = (problem: Diagnostic): Derived => ({ changes: [], problems: [problem] })

export function combineDerived(parts: readonly Derived[]): Derived {
  return {
    changes: parts.flatMap(({ changes }) => changes),
    problems: parts.flatMap(({ problems = [] }) => problems),
    isPartial: parts.some(({ isPartial }) => isPartial),
  }
}

/** The part of a route that expansion needs; the routes of `generator/routes/` are passed in. */
export interface RouteExpander {
  readonly type: RouteType
  /** Rules for omitted parts of the section, by stage. */
  readonly rules: Readonly<Partial<Record<Stage, readonly Rule[]>>>
  /** The uses of inputs in its requests. */
  sources(card: WrittenCard, context: RuleContext): InputSource[]
  /** The first part of the section that may change something. */
  changingPart(card: WrittenCard, context: RuleContext): ChangingPart | undefined
  readonly lookups: LookupKeys
  /** Derives the pages of a list; undefined if the card has no such section. */
  pages?(card: WrittenCard, context: RuleContext): Derived | undefined
  union?(
    card: WrittenCard,
    union: Readonly<Record<string, PlainShape>>,
    context: RuleContext,
  ): Derived
}

/**
 * The information available at each stage:
 * - `section`: only the section itself
 * - `requests`: lookups have their library entries
 * - `lookups`: the output has its fields
 * - `result`: lookups have their documents and results
 * - `values`: the inputs
 */
export type Stage = "section" | "requests" | "lookups" | "result" | "values"

export interface ChangingPart {
  readonly what: string
  readonly span: Span
}

interface LookupKeys {
  /** The key with the values for the names in its request. */
  readonly values: string
  /** The names in the request. By default, each is filled by the input of the same name. */
  namesIn(entry: Keywords, context: RuleContext): string[]
  /** A library entry, completed with what follows from its name. */
  whole?(name: string, entry: Keywords): Keywords
  /** Whether a lookup of this name needs no entry, because the project has its document. */
  isThere?(name: string, context: RuleContext): boolean
}

export function lookupKeysOf(route: RouteType, { routes }: ExpandContext): LookupKeys {
  const found = routes.find(({ type }) => type === route)
  if (found === undefined) throw new Error(`${route} is not a route`)
  return found.lookups
}

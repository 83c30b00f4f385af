import type { RouteType } from "../../runtime/index.js"
import type { Documents } from "../check/index.js"
import type { Diagnostic, Span } from "../diagnostics/index.js"
import type { CardSource, Pins, PlainShape, WrittenCard } from "../parse/index.js"
import type { Change } from "./draft.js"
import type { Keywords } from "./keywords.js"
import type { ShapeBook } from "./shapes.js"
import type { Shared } from "./shared.js"
import type { InputSource } from "./source.js"

/** What a card is expanded with. */
export interface CompileContext {
  readonly documents: Documents
  readonly pins: Pins
  readonly shared: Shared
  readonly shapes: ShapeBook
  readonly routes: readonly RouteExpander[]
}

/** What a rule sees beside the card: its compileContext, and where its parts stand. */
export interface Context extends CompileContext {
  readonly source: CardSource
}

/** What a rule derives, and what is wrong where it cannot. */
export interface Derived {
  readonly changes: readonly Change[]
  readonly problems?: readonly Diagnostic[]
  /** Something that it derives from is broken: what is missing in consequence is not worth a word. */
  readonly isPartial?: boolean
}

/** One row of the table of what is derived: it only adds what the card leaves out. */
export type Rule = (card: WrittenCard, context: Context) => Derived

export const NOTHING: Derived = { changes: [] }

/** What several parts of a rule derive. */
export function together(parts: readonly Derived[]): Derived {
  return {
    changes: parts.flatMap(({ changes }) => changes),
    problems: parts.flatMap(({ problems = [] }) => problems),
    isPartial: parts.some(({ isPartial }) => isPartial),
  }
}

/** What expansion asks of a route; the routes of `generator/routes/` are handed in. */
export interface RouteExpander {
  readonly type: RouteType
  /** What the section leaves out, by what has to be known before. */
  readonly rules: Readonly<Partial<Record<Stage, readonly Rule[]>>>
  /** What its requests are fed with. */
  sources(card: WrittenCard, context: Context): InputSource[]
  /** The first part of the section that may change something. */
  changingPart(card: WrittenCard, context: Context): ChangingPart | undefined
  /** Look-ups of the library. */
  readonly lookups: LookupWords
  /** What makes pages of its answers; undefined where the card has no such section. */
  pages?(card: WrittenCard, context: Context): Derived | undefined
  /** What makes items of several types of its answers. */
  union?(card: WrittenCard, union: Readonly<Record<string, PlainShape>>, context: Context): Derived
}

/**
 * - `section`: nothing but the section itself
 * - `requests`: look-ups are what the library has under their names
 * - `lookups`: the output has its fields
 * - `result`: look-ups have their documents and results
 * - `values`: the inputs are known
 */
export type Stage = "section" | "requests" | "lookups" | "result" | "values"

export interface ChangingPart {
  readonly what: string
  readonly span: Span
}

export interface LookupWords {
  /** The key of what fills the names of its request. */
  readonly values: string
  /** The names of the request, which inputs fill that are called like them. */
  namesIn(entry: Keywords, context: Context): string[]
  /** An entry of the library with what its name says of it. */
  whole?(name: string, entry: Keywords): Keywords
  /** A look-up of the name needs no entry. */
  isThere?(name: string, context: Context): boolean
}

/** How look-ups of a route are written. */
export function wordsOf(route: RouteType, { routes }: CompileContext): LookupWords {
  const found = routes.find(({ type }) => type === route)
  if (found === undefined) throw new Error(`${route} is no route of the compiler`)
  return found.lookups
}

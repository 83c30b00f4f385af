import type { Documents } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type { CardSource, Pins, WrittenCard } from "../parse/index.js"
import type { Change } from "./draft.js"
import type { ShapeBook } from "./shapes.js"
import type { Shared } from "./shared.js"

/** What a card is expanded with. */
export interface Surroundings {
  readonly documents: Documents
  readonly pins: Pins
  readonly shared: Shared
  readonly shapes: ShapeBook
}

/** What a rule sees beside the card: its surroundings, and where its parts stand. */
export interface Context extends Surroundings {
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

import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutShared } from "../messages/index.js"
import type { CardPath, CardSource } from "../parse/index.js"

/** What is sent of a document, and the part of a card that sends it. */
export interface Reading {
  readonly document: string
  /** The document with what the compiler added. */
  readonly sent: string
  readonly at: CardPath
}

/** A card, and what it sends; its source is read only where something is wrong. */
export interface ReadingCard {
  readonly path: string
  readonly readings: readonly Reading[]
  readonly source: () => CardSource | undefined
}

/** Of a document one text is sent, whoever sends it: it has one module. */
export function checkReadings(cards: readonly ReadingCard[]): Diagnostic[] {
  const known = new Map<string, { readonly sent: string; readonly path: string }>()
  return cards.flatMap(({ path, readings, source }) =>
    readings.flatMap(({ document, sent, at }): Diagnostic[] => {
      const first = known.get(document) ?? { sent, path }
      known.set(document, first)
      const card = first.sent === sent ? undefined : source()
      if (card === undefined) return []
      const problem = aboutShared.readTwoWays(document, first.path)
      return [diagnostic(problem, card.file, card.keySpan(at))]
    }),
  )
}

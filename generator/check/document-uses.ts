import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutShared } from "../messages/index.js"
import type { CardPath, CardSource } from "../parse/index.js"

/** A document that the card sends, and the part of the card that names it. */
export interface DocumentUse {
  readonly document: string
  /** The document with the compiler's additions. */
  readonly sent: string
  readonly at: CardPath
}

/** A card and the documents that it sends. */
interface DocumentUser {
  readonly path: string
  readonly documentUses: readonly DocumentUse[]
}

/**
 * Checks that all users of a document send the same text, since a document has one module.
 *
 * @param sourceOf - reads a card, to report an error
 */
export function checkDocumentUses(
  cards: readonly DocumentUser[],
  sourceOf: (path: string) => CardSource | undefined,
): Diagnostic[] {
  const known = new Map<string, { readonly sent: string; readonly path: string }>()
  return cards.flatMap(({ path, documentUses }) =>
    documentUses.flatMap(({ document, sent, at }): Diagnostic[] => {
      const first = known.get(document) ?? { sent, path }
      known.set(document, first)
      const card = first.sent === sent ? undefined : sourceOf(path)
      if (card === undefined) return []
      const problem = aboutShared.readTwoWays(document, first.path)
      return [diagnostic(problem, card.file, card.keySpan(at))]
    }),
  )
}

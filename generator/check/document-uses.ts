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

/** A card and the documents that it sends. The source is only read to report errors. */
export interface DocumentUser {
  readonly path: string
  readonly documentUses: readonly DocumentUse[]
  readonly source: () => CardSource | undefined
}

/** Checks that all users of a document send the same text, since a document has one module. */
export function checkDocumentUses(cards: readonly DocumentUser[]): Diagnostic[] {
  const known = new Map<string, { readonly sent: string; readonly path: string }>()
  return cards.flatMap(({ path, documentUses, source }) =>
    documentUses.flatMap(({ document, sent, at }): Diagnostic[] => {
      const first = known.get(document) ?? { sent, path }
      known.set(document, first)
      const card = first.sent === sent ? undefined : source()
      if (card === undefined) return []
      const problem = aboutShared.readTwoWays(document, first.path)
      return [diagnostic(problem, card.file, card.keySpan(at))]
    }),
  )
}

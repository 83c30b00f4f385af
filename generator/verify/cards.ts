import { type Diagnostic, diagnostic, type Problem } from "../diagnostics/index.js"
import { type CardPath, type CardSource, readCard } from "../parse/index.js"

/** The cards, to find the line that a disagreement is about. */
export class Cards {
  private readonly cards: readonly CardSource[]

  constructor(texts: ReadonlyMap<string, string>) {
    this.cards = [...texts].flatMap(([path, text]) =>
      /^cards\/(shared|shapes)\//.test(path) ? [] : (readCard(path, text).source ?? []),
    )
  }

  /** A problem where the card of a capability says what goes in or comes out. */
  aboutSide(problem: Problem, id: string, side: "input" | "output"): Diagnostic[] {
    const words = side === "input" ? ["input_schema", "input"] : ["output_schema", "output", "list"]
    return this.cards
      .filter(({ declaredId }) => declaredId === id)
      .map((card) => {
        const key = words.find((word) => Object.hasOwn(Object(card.value), word))
        return diagnostic(problem, card.file, card.keySpan(key === undefined ? [] : [key]))
      })
  }

  /** A problem where the first card that names a document does: as its operation, or as a lookup. */
  aboutDocument(problem: Problem, document: string): Diagnostic[] {
    for (const card of this.cards) {
      const path = findPath(card.value, document)
      if (path !== undefined) return [diagnostic(problem, card.file, card.valueSpan(path))]
    }
    // A card need not say which document is its own, or which one has the name of a lookup.
    const name = document.replace(/^operations\/(lookup\/)?|\.graphql$/g, "")
    const owner =
      this.cards.find(({ pathId }) => pathId.replaceAll(".", "/") === name) ??
      this.cards.find(({ file }) => new RegExp(`\\b${name}\\b`).test(file.text)) ??
      this.cards.find(({ file }) => file.text.includes("lookups:"))
    return owner ? [diagnostic(problem, owner.file, owner.keySpan(["graphql"]))] : []
  }
}

function findPath(value: unknown, document: string): CardPath | undefined {
  if (typeof value !== "object" || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (key === "documentPath" && inner === document) return [key]
    const path = findPath(inner, document)
    if (path !== undefined) return [key, ...path]
  }
  return undefined
}

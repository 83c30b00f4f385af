import { type Diagnostic, diagnostic, type Problem } from "../diagnostics/index.js"
import { type CardPath, type CardSource, readCard } from "../parse/index.js"

/** The cards, for finding the line that a difference concerns. */
export class Cards {
  private readonly cards: readonly CardSource[]

  constructor(texts: ReadonlyMap<string, string>) {
    this.cards = [...texts].flatMap(([path, text]) =>
      /^cards\/(shared|shapes)\//.test(path) ? [] : (readCard(path, text).source ?? []),
    )
  }

  /** A problem, located where the card defines the input or output of a capability. */
  aboutSide(problem: Problem, id: string, side: "input" | "output"): Diagnostic[] {
    const words = side === "input" ? ["input_schema", "input"] : ["output_schema", "output", "list"]
    return this.cards
      .filter(({ declaredId }) => declaredId === id)
      .map((card) => {
        const key = words.find((word) => Object.hasOwn(Object(card.value), word))
        return diagnostic(problem, card.file, card.keySpan(key === undefined ? [] : [key]))
      })
  }

  /** A problem, located in the first card that names a document as its operation or as a lookup. */
  aboutDocument(problem: Problem, document: string): Diagnostic[] {
    for (const card of this.cards) {
      const path = findPath(card.value, document)
      if (path !== undefined) return [diagnostic(problem, card.file, card.valueSpan(path))]
    }
    // A card need not name its own document, nor the document with the name of a lookup.
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

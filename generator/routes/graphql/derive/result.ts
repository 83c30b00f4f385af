import { type Derived, NO_CHANGES, type RuleContext, walk } from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import type { WrittenCard } from "../../../parse/index.js"

/** Derives the result of a document: the last object of the walk down; for a list, its connection. */
export function deriveResult({ graphql }: WrittenCard, { documents }: RuleContext): Derived {
  const source = documents.sound(graphql?.documentPath)
  if (source === undefined || graphql?.result !== undefined || graphql?.pagination)
    return NO_CHANGES
  const { path, isLeaf } = walk(source, documents.schema())
  const value = (isLeaf ? path.slice(0, -1) : path).join(".")
  if (value === "") return NO_CHANGES
  return { changes: [{ at: ["graphql", "result"], value: Path.derived(value), from: ["graphql"] }] }
}

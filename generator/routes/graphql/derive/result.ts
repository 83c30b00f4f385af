import { type Context, type Derived, NOTHING, walk } from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import type { WrittenCard } from "../../../parse/index.js"

/** Derives the result of a document: the last object of the walk down; for a list, its connection. */
export function deriveResult({ graphql }: WrittenCard, { documents }: Context): Derived {
  if (graphql?.documentPath === undefined || graphql.result !== undefined || graphql.pagination)
    return NOTHING
  const { source, isSound } = documents.get(graphql.documentPath)
  if (source === undefined || !isSound) return NOTHING
  const { path, isLeaf } = walk(source, documents.schema())
  const value = (isLeaf ? path.slice(0, -1) : path).join(".")
  if (value === "") return NOTHING
  return { changes: [{ at: ["graphql", "result"], value: Path.derived(value), from: ["graphql"] }] }
}

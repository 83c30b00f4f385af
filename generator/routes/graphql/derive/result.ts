import { type Context, type Derived, NOTHING, walk } from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import type { WrittenCard } from "../../../parse/index.js"

/** The result of a document is the last object on the way down; that of a list is its connection. */
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

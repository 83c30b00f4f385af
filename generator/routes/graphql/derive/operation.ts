import type { Change, Derived, RuleContext } from "../../../expand/index.js"
import type { WrittenCard } from "../../../parse/index.js"
import { pascalCase } from "../../../text/index.js"

/** Derives the document's path and its operation's name from the card's path. */
export function deriveOperation({ graphql }: WrittenCard, { source }: RuleContext): Derived {
  if (graphql === undefined) return { changes: [] }
  const changes: Change[] = []
  if (graphql.operationName === undefined) {
    const value = pascalCase(source.pathId)
    changes.push({ at: ["graphql", "operationName"], value, from: ["graphql"] })
  }
  if (graphql.documentPath === undefined) {
    const value = `operations/${source.pathId.replaceAll(".", "/")}.graphql`
    changes.push({ at: ["graphql", "documentPath"], value, from: ["graphql"] })
  }
  return { changes }
}

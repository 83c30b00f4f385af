import type { Change, Context, Derived } from "../../../expand/index.js"
import type { WrittenCard } from "../../../parse/index.js"
import { pascalCase } from "../../../text/index.js"

/** The document stands at the card's path, and its operation is named after it. */
export function deriveOperation({ graphql }: WrittenCard, { source }: Context): Derived {
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

import type { WrittenCard } from "../parse/index.js"
import { pascalCase } from "../text/index.js"
import type { Change } from "./draft.js"
import type { Context, Derived } from "./rule.js"

const FIRST_VERSION = "1.0.0"

/** The id is the card's path, and so is the name of its operation; the first version is 1.0.0. */
export function deriveIdentity(card: WrittenCard, { source }: Context): Derived {
  const { pathId } = source
  const changes: Change[] = []
  if (card.capability_id === undefined)
    changes.push({ at: ["capability_id"], value: pathId, from: [] })
  if (card.version === undefined) changes.push({ at: ["version"], value: FIRST_VERSION, from: [] })
  return { changes }
}

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

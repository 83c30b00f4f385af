import type { GraphQLSchema } from "graphql"
import type { DocumentSource } from "../../../parse/index.js"
import { fieldsAt, namesOf } from "../../../shape/index.js"

/** The path to a connection, split after the part that the caller's arguments select. */
export interface ConnectionPath {
  /** The selected part: null here means that it does not exist. */
  readonly found: string | undefined
  /** The rest: null here means that it has none. */
  readonly rest: string
}

/**
 * Splits the path to a connection into the part that must exist and the part that may be missing, at the last field
 * with arguments. `repository(…).defaultBranchRef.target.history(…)` is not found without a repository, and empty
 * without a default branch. Undefined if the path is not a plain list of names.
 */
export function connectionPath(
  document: DocumentSource,
  schema: GraphQLSchema,
  connection: string,
): ConnectionPath | undefined {
  const names = namesOf(connection)
  if (names === undefined) return undefined
  const asked = names.findLastIndex((_, index) => {
    if (index === names.length - 1) return false
    const { selected = [] } = fieldsAt(document, names.slice(0, index + 1), schema) ?? {}
    return selected.some(({ field }) => (field.arguments ?? []).length > 0)
  })
  return {
    found: asked === -1 ? undefined : names.slice(0, asked + 1).join("."),
    rest: names.slice(asked + 1).join("."),
  }
}

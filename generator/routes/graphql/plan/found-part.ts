import type { GraphQLSchema } from "graphql"
import type { DocumentSource } from "../../../parse/index.js"
import { fieldsAt, namesOf } from "../../../shape/index.js"

/** The path to a connection, cut where what the caller named ends. */
export interface ConnectionPath {
  /** What is asked for by arguments: null here means that there is no such thing. */
  readonly found: string | undefined
  /** What belongs to it: null here means that it has none. */
  readonly rest: string
}

/**
 * Where on the way to a connection "not found" ends and "has none" begins: at the last field with
 * arguments. `repository(…).defaultBranchRef.target.history(…)` is not found without a repository,
 * and empty without a default branch. Undefined where the path is no plain list of names.
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

import { type FieldNode, Kind, type SelectionSetNode } from "graphql"
import type { DocumentSource } from "../parse/index.js"

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
  operationName: string,
  connection: string,
): ConnectionPath | undefined {
  if (!/^\w+(?:\.\w+)*$/.test(connection)) return undefined
  const names = connection.split(".")
  const operation = document.operations.find(({ name }) => name?.value === operationName)
  let selections = operation ? [operation.selectionSet] : []
  let asked = 0
  for (const [index, name] of names.slice(0, -1).entries()) {
    const fields = selections.flatMap((set) => fieldsNamed(set, name, document))
    if (fields.some((field) => (field.arguments ?? []).length > 0)) asked = index + 1
    selections = fields.flatMap(({ selectionSet }) => selectionSet ?? [])
  }
  return {
    found: asked === 0 ? undefined : names.slice(0, asked).join("."),
    rest: names.slice(asked).join("."),
  }
}

/** The fields with a name in the response, those in fragments too. */
function fieldsNamed(
  { selections }: SelectionSetNode,
  name: string,
  document: DocumentSource,
): FieldNode[] {
  return selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return (one.alias ?? one.name).value === name ? [one] : []
    const set =
      one.kind === Kind.INLINE_FRAGMENT
        ? one.selectionSet
        : document.fragments.get(one.name.value)?.selectionSet
    return set ? fieldsNamed(set, name, document) : []
  })
}

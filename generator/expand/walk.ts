import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  Kind,
  type SelectionSetNode,
} from "graphql"
import type { DocumentSource } from "../parse/index.js"
import { definitionOf, responseKey, selectedIn } from "../shape/index.js"

interface Walk {
  /** Response names from the root. */
  readonly path: readonly string[]
  readonly isLeaf: boolean
  readonly type: GraphQLNamedType | undefined
}

/**
 * Walks down from the root while a selection has exactly one field that is not a list. Ends at the last object, or at
 * the only leaf.
 */
export function walk({ operations, fragments }: DocumentSource, schema: GraphQLSchema): Walk {
  const path: string[] = []
  const [operation] = operations
  let selection: SelectionSetNode | undefined = operation?.selectionSet
  let type: GraphQLNamedType | undefined =
    (operation && schema.getRootType(operation.operation)) ?? undefined
  while (selection !== undefined) {
    const [only, ...others] = selectedIn(selection, fragments)
    if (only === undefined || others.length > 0) break
    // A spread counts as one object, regardless of the number of fields in its fragment.
    if (only.through.some(({ use }) => use.kind === Kind.FRAGMENT_SPREAD)) break
    const { field } = only
    const definition = definitionOf(only, type, schema)
    // Introspection is no result, and a list has no single item to continue with.
    if (definition === undefined || /^__/.test(definition.name)) break
    if (isListType(getNullableType(definition.type))) break
    type = getNamedType(definition.type)
    path.push(responseKey(field))
    selection = field.selectionSet
    if (selection === undefined) return { path, isLeaf: true, type }
  }
  return { path, isLeaf: false, type }
}

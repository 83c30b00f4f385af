import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  type SelectionSetNode,
  type ValueNode,
} from "graphql"
import type { DocumentSource } from "../parse/index.js"
import { definitionOf, responseKey, type Selected, selectedIn } from "./selections.js"

/** A document's selection at a path of the response. */
export interface FieldsAt {
  /** The selected fields. There are several if several places select the same path, which GitHub answers as one. */
  readonly selected: readonly Selected[]
  /** The type at the path, without lists and nullability. */
  readonly type: GraphQLNamedType
  /** Whether it is inside a list, and so occurs once per item. */
  readonly isInList: boolean
}

/**
 * Follows names of the response, such as `["repository", "issues"]`, from the root; undefined if nothing selects
 * them.
 */
export function fieldsAt(
  { operations, fragments }: DocumentSource,
  path: readonly string[],
  schema: GraphQLSchema,
): FieldsAt | undefined {
  const [operation] = operations
  let type: GraphQLNamedType | null | undefined =
    operation && schema.getRootType(operation.operation)
  let sets: readonly SelectionSetNode[] = operation ? [operation.selectionSet] : []
  let selected: readonly Selected[] = []
  let isInList = false
  for (const name of path) {
    selected = sets
      .flatMap((set) => selectedIn(set, fragments))
      .filter(({ field }) => responseKey(field) === name)
    const [first] = selected
    const definition: GraphQLField<unknown, unknown> | undefined =
      first && definitionOf(first, type, schema)
    if (definition === undefined) return undefined
    type = getNamedType(definition.type)
    isInList ||= isListType(getNullableType(definition.type))
    sets = selected.flatMap(({ field }) => field.selectionSet ?? [])
  }
  return type ? { selected, type, isInList } : undefined
}

/** The names in a path that consists only of names; otherwise undefined. */
export function namesOf(path: string): string[] | undefined {
  return /^\w+(?:\.\w+)*$/.test(path) ? path.split(".") : undefined
}

/** A document's value for an argument of a field, if any. */
export function argumentAt(
  document: DocumentSource,
  path: string,
  argument: string,
  schema: GraphQLSchema,
): ValueNode | undefined {
  const at = fieldsAt(document, namesOf(path) ?? [], schema)
  const all = at?.selected.flatMap(({ field }) => field.arguments ?? [])
  return all?.find(({ name }) => name.value === argument)?.value
}

import {
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql"
import type { DocumentSource } from "../parse/index.js"
import { type Selected, selectedIn, typeOfParent } from "../shape/index.js"

/** The end of a walk down a document. */
export interface Walk {
  /** Response names from the root. */
  readonly path: readonly string[]
  /** Whether the last name is a leaf. */
  readonly isLeaf: boolean
  /** The type at the end. */
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
    const output = typeOfField(only, type, schema)
    // A list has no single item to continue with.
    if (output === undefined || isListType(getNullableType(output))) break
    type = getNamedType(output)
    path.push(field.alias?.value ?? field.name.value)
    selection = field.selectionSet
    if (selection === undefined) return { path, isLeaf: true, type }
  }
  return { path, isLeaf: false, type }
}

function typeOfField(
  selected: Selected,
  type: GraphQLNamedType | undefined,
  schema: GraphQLSchema,
): GraphQLOutputType | undefined {
  const on = typeOfParent(selected)
  const parent = on === undefined ? type : schema.getType(on)
  if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined
  return parent.getFields()[selected.field.name.value]?.type
}

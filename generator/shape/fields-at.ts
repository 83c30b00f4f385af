import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from "graphql"
import type { DocumentSource } from "../parse/index.js"
import { definitionOf, responseKey, type Selected, selectedIn } from "./selections.js"
import { alternatives, CONTENT, type Shape, STRING, unionOf } from "./shape.js"

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

/** Fields of GitHub's schema that are content: texts in which every character counts, such as files, diffs and logs. */
const inGraphql: ReadonlySet<string> = new Set([
  "Blob.text",
  "GistFile.text",
  "PullRequestReviewComment.diffHunk",
  "UserContentEdit.diff",
])

export function isContentField(type: string, field: string): boolean {
  return inGraphql.has(`${type}.${field}`)
}

/** Whether a property of GitHub's REST description is content; `others` are the properties beside it. */
export function isContentProperty(name: string, others: object): boolean {
  if (name === "content") return "raw_url" in others
  return name === "patch" || name === "diff_hunk"
}

export function contentOf(shape: Shape): Shape {
  return unionOf(...alternatives(shape).map((one) => (one === STRING ? CONTENT : one)))
}

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

import {
  type ArgumentNode,
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isCompositeType,
  isObjectType,
  isUnionType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from "graphql"
import type { DocumentSource } from "../parse/index.js"

/** A field that a selection set selects, itself or through fragments. */
export interface Selected {
  readonly field: FieldNode
  /** The fragments that lead to the field, the outermost first. */
  readonly through: readonly Through[]
}

interface Through {
  /** The use of the fragment, whose directives apply to its fields. */
  readonly use: FragmentSpreadNode | InlineFragmentNode
  /** The type that the fragment is on, if it names one. */
  readonly on?: string
}

/**
 * The fields of a selection set in source order, with fragments expanded. A recursive fragment, which no
 * valid document has, is skipped.
 */
export function selectedIn(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  through: readonly Through[] = [],
): Selected[] {
  return selections.flatMap((selection): Selected[] => {
    if (selection.kind === Kind.FIELD) return [{ field: selection, through }]
    if (through.some(({ use }) => isSame(use, selection))) return []
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
    if (fragment === undefined) return []
    const on = fragment.typeCondition?.name.value
    const inside = { use: selection, ...(on !== undefined && { on }) }
    return selectedIn(fragment.selectionSet, fragments, [...through, inside])
  })
}

function isSame(one: Through["use"], other: Through["use"]): boolean {
  if (one.kind === Kind.INLINE_FRAGMENT || other.kind === Kind.INLINE_FRAGMENT) return one === other
  return one.name.value === other.name.value
}

/** Whether a field is there whatever `@include` and `@skip` say. */
export function isUnconditional({ field, through }: Selected): boolean {
  return [field, ...through.map(({ use }) => use)].every(
    ({ directives = [] }) => directives.length === 0,
  )
}

export function responseKey({ alias, name }: FieldNode): string {
  return (alias ?? name).value
}

/** The type that a field of a selection set on a type is selected on. */
export function parentOf(
  selected: Selected,
  type: GraphQLNamedType | null | undefined,
  schema: GraphQLSchema,
): GraphQLCompositeType | undefined {
  const on = typeOfParent(selected)
  const parent = on === undefined ? type : schema.getType(on)
  return isCompositeType(parent) ? parent : undefined
}

/** The schema's definition of a field of a selection set on a type. */
export function definitionOf(
  selected: Selected,
  type: GraphQLNamedType | null | undefined,
  schema: GraphQLSchema,
): GraphQLField<unknown, unknown> | undefined {
  const parent = parentOf(selected, type, schema)
  return parent && fieldOf(schema, parent, selected.field.name.value)
}

/** The name of a field's parent type; undefined if it is that of the selection set. */
export function typeOfParent({ through }: Selected): string | undefined {
  return through.findLast(({ on }) => on !== undefined)?.on
}

/** The effect of `@include` and `@skip`: with a literal it is known, with a variable both outcomes are possible. */
export function conditionOf(
  nodes: readonly { readonly directives?: readonly DirectiveNode[] | undefined }[],
): "always" | "never" | "sometimes" {
  let result: "always" | "sometimes" = "always"
  for (const directive of nodes.flatMap(({ directives = [] }) => directives)) {
    const isInclude = directive.name.value === "include"
    if (!isInclude && directive.name.value !== "skip") continue
    const value = directive.arguments?.find((argument) => argument.name.value === "if")?.value
    if (value?.kind !== Kind.BOOLEAN) result = "sometimes"
    else if (value.value !== isInclude) return "never"
  }
  return result
}

/** The schema's definition of a field, including introspection. */
export function fieldOf(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  return isUnionType(parent) ? undefined : parent.getFields()[name]
}

/** The largest page that GitHub returns. */
export const LARGEST_PAGE = 100

/** GitHub's counts for a document: a request for each page of a connection, and the nodes on all pages. */
interface ConnectionTotals {
  requests: number
  nodes: number
}

/**
 * Counts the connections whose nodes a document selects, as GitHub's primary limit does:
 * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 *
 * @param pageSize - the largest page that a connection can request
 */
export function connectionTotals(
  document: DocumentSource,
  schema: GraphQLSchema,
  pageSize: (node: FieldNode) => number,
): ConnectionTotals {
  const totals: ConnectionTotals = { requests: 0, nodes: 0 }
  const count = (parent: GraphQLCompositeType, selections: SelectionSetNode, times: number) => {
    for (const selected of selectedIn(selections, document.fragments)) {
      const { selectionSet } = selected.field
      const definition = definitionOf(selected, parent, schema)
      const type = definition && getNamedType(definition.type)
      if (selectionSet === undefined || !isCompositeType(type)) continue
      let inner = times
      if (isPaged(definition?.args ?? []) && selectsNodes(type, selectionSet)) {
        inner = times * pageSize(selected.field)
        totals.requests += times
        totals.nodes += inner
      }
      count(type, selectionSet, inner)
    }
  }
  const selectsNodes = (type: GraphQLCompositeType, selections: SelectionSetNode): boolean => {
    if (!isObjectType(type)) return false
    const fields = type.getFields()
    if (!("nodes" in fields) && !("edges" in fields)) return false
    return selectedIn(selections, document.fragments).some(({ field }) =>
      ["nodes", "edges"].includes(field.name.value),
    )
  }
  for (const { operation, selectionSet } of document.operations) {
    const root = schema.getRootType(operation)
    if (root) count(root, selectionSet, 1)
  }
  return totals
}

/** The arguments of a field with the size of its page. */
export function sizesOf({ arguments: given = [] }: FieldNode): ArgumentNode[] {
  return given.filter(({ name }) => name.value === "first" || name.value === "last")
}

function isPaged(args: readonly GraphQLArgument[]): boolean {
  return args.some(({ name }) => name === "first" || name === "last")
}

/** The requests and nodes of a document: fixed ones, and those for each item of the page that `$first` requests. */
export function totalsByPage(
  document: DocumentSource,
  schema: GraphQLSchema,
): Record<keyof ConnectionTotals, readonly [fixed: number, each: number]> {
  const totals = (first: number) =>
    connectionTotals(document, schema, (node) => sizeOf(node, first))
  const fixed = totals(0)
  const one = totals(1)
  return {
    requests: [fixed.requests, one.requests - fixed.requests],
    nodes: [fixed.nodes, one.nodes - fixed.nodes],
  }
}

function sizeOf(field: FieldNode, first: number): number {
  const sizes = sizesOf(field).flatMap(({ value }) => {
    if (value.kind === Kind.INT) return Number(value.value)
    return value.kind === Kind.VARIABLE && value.name.value === "first" ? first : []
  })
  return sizes.length > 0 ? Math.max(...sizes) : LARGEST_PAGE
}

import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql"
import { isIncluded } from "./selection.js"

export interface Cost {
  /** Maximum number of nodes that the query could return. */
  nodes: number
  /** Rate-limit points. */
  points: number
}

const REQUESTS_PER_POINT = 100

export const MAX_NODES = 500_000

/**
 * GitHub's published formula: a connection multiplies the nodes requested inside it, is fetched once for each of its
 * parents, and a hundred fetches cost one point.
 */
export function costOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  let nodes = 0
  let requests = 0

  const visitSet = (
    set: SelectionSetNode,
    parent: GraphQLCompositeType,
    multiplier: number,
    open: readonly string[],
  ): void => {
    for (const selection of set.selections) {
      if (!isIncluded(selection, variables)) continue
      if (selection.kind === Kind.FIELD) visitField(selection, parent, multiplier, open)
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const type = schema.getType(selection.typeCondition?.name.value ?? parent.name)
        if (isCompositeType(type)) visitSet(selection.selectionSet, type, multiplier, open)
      } else if (!open.includes(selection.name.value)) {
        const fragment = fragments.get(selection.name.value)
        const type = fragment && schema.getType(fragment.typeCondition.name.value)
        if (fragment && isCompositeType(type)) {
          visitSet(fragment.selectionSet, type, multiplier, [...open, selection.name.value])
        }
      }
    }
  }

  const visitField = (
    node: FieldNode,
    parent: GraphQLCompositeType,
    multiplier: number,
    open: readonly string[],
  ): void => {
    if (!isObjectType(parent) && !isInterfaceType(parent)) return
    const field = parent.getFields()[node.name.value]
    const type = field && getNamedType(field.type)
    if (!isCompositeType(type) || !node.selectionSet) return
    if (!type.name.endsWith("Connection")) {
      visitSet(node.selectionSet, type, multiplier, open)
      return
    }
    requests += multiplier
    const size = pageSize(node, variables)
    nodes += multiplier * size
    visitSet(node.selectionSet, type, multiplier * size, open)
  }

  const root = schema.getRootType(operation.operation)
  if (root) visitSet(operation.selectionSet, root, 1, [])
  return { nodes, points: Math.max(1, Math.round(requests / REQUESTS_PER_POINT)) }
}

function pageSize(node: FieldNode, variables: Readonly<Record<string, unknown>>): number {
  for (const argument of node.arguments ?? []) {
    if (argument.name.value !== "first" && argument.name.value !== "last") continue
    const value = numberOf(argument.value, variables)
    if (value !== undefined) return value
  }
  return 0
}

function numberOf(
  node: ValueNode,
  variables: Readonly<Record<string, unknown>>,
): number | undefined {
  if (node.kind === Kind.INT) return Number(node.value)
  if (node.kind !== Kind.VARIABLE) return undefined
  const value = variables[node.name.value]
  return typeof value === "number" ? value : undefined
}

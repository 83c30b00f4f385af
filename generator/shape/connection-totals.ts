import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql"
import type { DocumentSource } from "../parse/index.js"
import { definitionOf, selectedIn } from "./selections.js"

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

function sizeOf({ arguments: given = [] }: FieldNode, first: number): number {
  const sizes = given.flatMap(({ name, value }) => {
    if (name.value !== "first" && name.value !== "last") return []
    if (value.kind === Kind.INT) return Number(value.value)
    return value.kind === Kind.VARIABLE && value.name.value === "first" ? first : []
  })
  return sizes.length > 0 ? Math.max(...sizes) : LARGEST_PAGE
}

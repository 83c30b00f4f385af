import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from "graphql"
import { type Diagnostic, diagnostic, type Problem } from "../../../diagnostics/index.js"
import { aboutDocument } from "../../../messages/index.js"
import { type DocumentSource, fileOf } from "../../../parse/index.js"
import type { Cost } from "../../../plan/index.js"
import { selectedIn, typeOfParent } from "../../../shape/index.js"

const MOST_NODES = 500_000
const LARGEST_PAGE = 100

/** The values that a page size can have. */
export interface PageSizes {
  least: number
  most: number
  /** The optional input that provides it; without it there is none. */
  optionalInput?: string
}

/** The possible values of a page-size variable, or why they are unknown. */
export type PageSizeOf = (variable: string) => PageSizes | string

interface Totals {
  requests: number
  nodes: number
}

/**
 * Every connection whose nodes are selected has a page size from 1 to 100, and all pages together
 * stay below GitHub's limit. The rule holds in mutation payloads too: there GitHub applies the
 * mutation first and then answers null.
 */
export function checkConnections(
  document: DocumentSource,
  schema: GraphQLSchema,
  pageSizeOf: PageSizeOf,
): { cost: Cost; diagnostics: Diagnostic[] } {
  const check = new ConnectionCheck(document, schema, pageSizeOf)
  const totals: Totals = { requests: 0, nodes: 0 }
  for (const operation of document.operations) {
    const root = schema.getRootType(operation.operation)
    if (root) check.selectionSet(root, operation.selectionSet, 1, totals)
  }
  if (totals.nodes > MOST_NODES) {
    const [operation] = document.operations
    const start = operation?.name?.loc?.start ?? 0
    const span = { start, end: operation?.name?.loc?.end ?? start + 1 }
    const problem = aboutDocument.tooManyNodes(MOST_NODES, totals.nodes)
    check.diagnostics.push(diagnostic(problem, document.file, span))
  }
  // https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
  const points = Math.max(1, Math.round(totals.requests / 100))
  return { cost: { points, nodes: totals.nodes }, diagnostics: check.diagnostics }
}

class ConnectionCheck {
  readonly diagnostics: Diagnostic[] = []
  private readonly document: DocumentSource
  private readonly schema: GraphQLSchema
  private readonly pageSizeOf: PageSizeOf
  private readonly reported = new Set<FieldNode>()

  constructor(document: DocumentSource, schema: GraphQLSchema, pageSizeOf: PageSizeOf) {
    this.document = document
    this.schema = schema
    this.pageSizeOf = pageSizeOf
  }

  selectionSet(
    parent: GraphQLCompositeType,
    selectionSet: SelectionSetNode,
    multiplicity: number,
    totals: Totals,
  ): void {
    for (const selected of selectedIn(selectionSet, this.document.fragments)) {
      const on = this.schema.getType(typeOfParent(selected) ?? parent.name)
      this.field(isCompositeType(on) ? on : parent, selected.field, multiplicity, totals)
    }
  }

  private field(
    parent: GraphQLCompositeType,
    node: FieldNode,
    multiplicity: number,
    totals: Totals,
  ): void {
    const definition = isUnionType(parent) ? undefined : parent.getFields()[node.name.value]
    if (definition === undefined || node.selectionSet === undefined) return
    const type = getNamedType(definition.type)
    if (!isCompositeType(type)) return
    let inner = multiplicity
    if (isPaged(definition.args) && this.selectsNodes(type, node.selectionSet)) {
      const size = this.pageSize(node)
      totals.requests += multiplicity
      totals.nodes += multiplicity * size
      inner = multiplicity * size
    }
    this.selectionSet(type, node.selectionSet, inner, totals)
  }

  private selectsNodes(type: GraphQLCompositeType, selectionSet: SelectionSetNode): boolean {
    if (!isObjectType(type)) return false
    const fields = type.getFields()
    if (!("nodes" in fields) && !("edges" in fields)) return false
    return selectedIn(selectionSet, this.document.fragments).some(({ field }) =>
      ["nodes", "edges"].includes(field.name.value),
    )
  }

  /** The largest page that the field can request; reports a missing or unproven one. */
  private pageSize(node: FieldNode): number {
    const sizes = (node.arguments ?? []).filter((one) => ["first", "last"].includes(one.name.value))
    const [argument] = sizes
    if (argument === undefined || sizes.every((one) => one.value.kind === Kind.NULL)) {
      this.report(node, node, aboutDocument.noPageSize(node.name.value))
      return LARGEST_PAGE
    }
    const given = sizes.filter((one) => one.value.kind !== Kind.NULL)
    if (given.length > 1) this.requireEither(node, given)
    return Math.max(...given.map((size) => this.sizeOf(node, size, given.length > 1)))
  }

  /** GitHub takes `first` or `last`: where a document has both, callers leave out the one or the other. */
  private requireEither(node: FieldNode, sizes: readonly ArgumentNode[]): void {
    for (const argument of sizes) {
      const range = this.rangeOf(argument)
      if (typeof range === "string" || range.optionalInput !== undefined) continue
      const name = argument.name.value
      this.report(node, argument, aboutDocument.firstAndLast(name))
    }
  }

  private rangeOf({ value }: ArgumentNode): PageSizes | string {
    if (value.kind === Kind.VARIABLE) return this.pageSizeOf(value.name.value)
    if (value.kind !== Kind.INT) return "it is no whole number"
    return { least: Number(value.value), most: Number(value.value) }
  }

  private sizeOf(node: FieldNode, argument: ArgumentNode, isChoice: boolean): number {
    const { value } = argument
    if (value.kind === Kind.INT) {
      const size = Number(value.value)
      if (size >= 1 && size <= LARGEST_PAGE) return size
      this.report(node, argument, aboutDocument.pageSize(value.value))
    } else if (value.kind === Kind.VARIABLE) {
      const range = this.pageSizeOf(value.name.value)
      const mayBeNone = typeof range !== "string" && range.optionalInput !== undefined && !isChoice
      const isIn = typeof range !== "string" && range.least >= 1 && range.most <= LARGEST_PAGE
      if (isIn && !mayBeNone) return range.most
      const found =
        typeof range === "string"
          ? range
          : mayBeNone
            ? `the input \`${range.optionalInput}\` may be left out`
            : `it can be from ${range.least} to ${range.most}`
      this.report(node, argument, aboutDocument.unboundedPage(value.name.value, found))
    }
    return LARGEST_PAGE
  }

  private report(node: FieldNode, at: FieldNode | ArgumentNode, problem: Problem): void {
    if (this.reported.has(node)) return
    this.reported.add(node)
    const loc = at.kind === Kind.FIELD ? at.name.loc : at.loc
    const start = loc?.start ?? 0
    const span = { start, end: loc?.end ?? start + 1 }
    this.diagnostics.push(diagnostic(problem, fileOf(at), span))
  }
}

function isPaged(args: readonly GraphQLArgument[]): boolean {
  return args.some(({ name }) => name === "first" || name === "last")
}

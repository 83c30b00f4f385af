import { type ArgumentNode, type FieldNode, type GraphQLSchema, Kind } from "graphql"
import type { Documents, RouteChecker } from "../../../check/index.js"
import { type Diagnostic, diagnostic, nearest, type Problem } from "../../../diagnostics/index.js"
import { aboutDocument, aboutMapping } from "../../../messages/index.js"
import {
  atNode,
  atValue,
  type Card,
  type CardPath,
  type CardSource,
  type DocumentSource,
  type GraphqlSection,
} from "../../../parse/index.js"
import type { Cost } from "../../../plan/index.js"
import {
  connectionTotals,
  LARGEST_PAGE,
  paginate,
  pagingOf,
  sizesOf,
} from "../../../shape/index.js"

export * from "./index.js"

export const graphqlChecker: RouteChecker = {
  type: "graphql",
  check: (source, card, { documents }) =>
    card.graphql
      ? [
          ...checkOperations(source, card, card.graphql, documents),
          ...checkPages(card.graphql, documents),
        ]
      : [],
  isSound: ({ graphql }, { documents }) => graphql === undefined || areSound(graphql, documents),
}

function areSound({ documentPath, lookups = {} }: GraphqlSection, documents: Documents): boolean {
  const paths = [documentPath, ...Object.values(lookups).map((one) => one.documentPath)]
  return paths.every((path) => documents.get(path).isSound)
}

/** Checks that only the list's connection uses its `first` and `after`. */
function checkPages(section: GraphqlSection, documents: Documents): Diagnostic[] {
  const source = documents.sound(section.documentPath)
  const paging = pagingOf(section)
  if (source === undefined || paging === undefined) return []
  return paginate(source, paging, documents.schema()).problems.map(({ problem, node: { loc } }) =>
    diagnostic(problem, source.file, { start: loc?.start ?? 0, end: loc?.end ?? 1 }),
  )
}

/** Checks that the operations that a card names exist, and have the right type. */
function checkOperations(
  source: CardSource,
  card: Card,
  section: GraphqlSection,
  documents: Documents,
): Diagnostic[] {
  const lookups = Object.entries(section.lookups ?? {}).flatMap(([key, lookup]) => {
    const path = ["graphql", "lookups", key]
    const type = typeOf(lookup.documentPath, documents)
    return [
      ...checkNamed(source, lookup, path, documents),
      ...(type === "mutation"
        ? [
            atValue(
              source,
              [...path, "operationName"],
              aboutMapping.lookupIsMutation(lookup.operationName),
            ),
          ]
        : []),
    ]
  })
  const misplaced = checkPlace(source, section, documents)
  const own = misplaced.length > 0 ? misplaced : checkOwn(source, card, section, documents)
  return [...own, ...lookups]
}

function checkOwn(
  source: CardSource,
  card: Card,
  section: GraphqlSection,
  documents: Documents,
): Diagnostic[] {
  const named = checkNamed(source, section, ["graphql"], documents)
  const type = typeOf(section.documentPath, documents)
  if (named.length > 0 || type === undefined) return named
  const report = (problem: Problem) => [atValue(source, ["effect"], problem)]
  if ((card.effect === "read") !== (type === "query"))
    return report(aboutDocument.otherEffect(section.operationName, type, card.effect))
  const removes = card.effect === "write" && removalIn(section.documentPath, documents)
  return removes ? report(aboutDocument.destroys(removes)) : []
}

/** A mutation of a document whose name says that it deletes, except one that clears a field. */
function removalIn(path: string, documents: Documents): string | undefined {
  const [operation] = documents.sound(path)?.operations ?? []
  return operation?.selectionSet.selections
    .flatMap((one) => (one.kind === Kind.FIELD ? one.name.value : []))
    .find((name) => /^delete[A-Z]/.test(name) && name !== "deleteIssueFieldValue")
}

function checkNamed(
  source: CardSource,
  { documentPath, operationName }: { documentPath: string; operationName: string },
  path: CardPath,
  documents: Documents,
): Diagnostic[] {
  const report = (key: string, problem: Problem) => [atValue(source, [...path, key], problem)]
  if (!documents.has(documentPath)) {
    const near = nearest(documentPath, documents.paths)
    return report("documentPath", aboutDocument.missing(documentPath, near))
  }
  const document = documents.get(documentPath).source
  if (document === undefined) return []
  const names = document.operations.flatMap(({ name }) => name?.value ?? [])
  // A document with an unnamed operation has been reported already.
  if (names.length === 0 || names.includes(operationName)) return []
  return report("operationName", aboutDocument.otherOperation(documentPath, operationName, names))
}

/** Checks that the document of a card is at the card's path, so that each can be found from the other. */
function checkPlace(
  source: CardSource,
  { documentPath }: GraphqlSection,
  documents: Documents,
): Diagnostic[] {
  const wanted = source.file.path.replace(/^cards\//, "operations/").replace(/\.ya?ml$/, ".graphql")
  if (documentPath === wanted) return []
  const help = documents.has(wanted)
    ? `write \`${wanted}\``
    : `write \`${wanted}\`, and ${documents.has(documentPath) ? "move the document there" : "create the document there"}`
  const problem = aboutDocument.notAtTheCardsPath(wanted, documentPath, help)
  return [atValue(source, ["graphql", "documentPath"], problem)]
}

function typeOf(path: string, documents: Documents): string | undefined {
  return documents.sound(path)?.operations[0]?.operation
}

export const MOST_NODES = 500_000

/** The values that a page size can have. */
export interface PageSizes {
  least: number
  most: number
  /** The optional input that provides it; without that input, there is no page size. */
  optionalInput?: string
}

/** The possible values of a page-size variable, or why they are unknown. */
export type PageSizeOf = (variable: string) => PageSizes | string

/**
 * Checks that every connection whose nodes are selected has a page size from 1 to 100, and that all pages together
 * stay below GitHub's limit. This also holds in mutation payloads: there GitHub applies the mutation first and then
 * answers null.
 *
 * @param unsized - connections that are read to their end, so that the compiler sets their page size
 */
export function checkConnections(
  document: DocumentSource,
  schema: GraphQLSchema,
  pageSizeOf: PageSizeOf,
  unsized: ReadonlySet<FieldNode> = new Set(),
): { cost: Cost; diagnostics: Diagnostic[] } {
  const { cost, diagnostics } = checkPageSizes(document, schema, pageSizeOf, { unsized })
  return { cost, diagnostics: [...diagnostics, ...tooManyNodes(document, cost.nodes)] }
}

/** Reports more nodes than GitHub returns. */
export function tooManyNodes(document: DocumentSource, nodes: number): Diagnostic[] {
  if (nodes <= MOST_NODES) return []
  const at = document.operations[0]?.name ?? document.ast
  return [atNode(at, aboutDocument.tooManyNodes(MOST_NODES, nodes))]
}

/** The same without GitHub's limit of nodes. */
export function checkPageSizes(
  document: DocumentSource,
  schema: GraphQLSchema,
  pageSizeOf: PageSizeOf,
  { least = 1, unsized = new Set() }: { least?: number; unsized?: ReadonlySet<FieldNode> } = {},
): { cost: Cost; diagnostics: Diagnostic[] } {
  const check = new ConnectionCheck(pageSizeOf, least)
  const totals = connectionTotals(document, schema, (node) =>
    unsized.has(node) ? LARGEST_PAGE : check.pageSize(node),
  )
  // https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
  const points = Math.max(1, Math.round(totals.requests / 100))
  return { cost: { points, nodes: totals.nodes }, diagnostics: check.diagnostics }
}

class ConnectionCheck {
  readonly diagnostics: Diagnostic[] = []
  private readonly reported = new Set<FieldNode>()

  constructor(
    private readonly pageSizeOf: PageSizeOf /** The smallest page: a list of a card always has items. */,
    private readonly least: number,
  ) {}

  /** The largest page that the field can request; reports a missing or unproven one. */
  pageSize(node: FieldNode): number {
    const sizes = sizesOf(node)
    const [argument] = sizes
    if (argument === undefined || sizes.every((one) => one.value.kind === Kind.NULL)) {
      this.report(node, node, aboutDocument.noPageSize(node.name.value))
      return LARGEST_PAGE
    }
    const given = sizes.filter((one) => one.value.kind !== Kind.NULL)
    if (given.length > 1) this.requireEither(node, given)
    return Math.max(...given.map((size) => this.sizeOf(node, size, given.length > 1)))
  }

  /** GitHub takes either `first` or `last`, so if a document has both, callers must be able to omit one. */
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
    if (value.kind !== Kind.INT) return "it is not a whole number"
    return { least: Number(value.value), most: Number(value.value) }
  }

  private sizeOf(node: FieldNode, argument: ArgumentNode, isChoice: boolean): number {
    const { value } = argument
    if (value.kind === Kind.INT) {
      const size = Number(value.value)
      if (size >= this.least && size <= LARGEST_PAGE) return size
      this.report(node, argument, aboutDocument.pageSize(value.value))
    } else if (value.kind === Kind.VARIABLE) {
      const range = this.pageSizeOf(value.name.value)
      const mayBeNone = typeof range !== "string" && range.optionalInput !== undefined && !isChoice
      const isIn =
        typeof range !== "string" && range.least >= this.least && range.most <= LARGEST_PAGE
      if (isIn && !mayBeNone) return range.most
      const found =
        typeof range === "string"
          ? range
          : mayBeNone
            ? `the input \`${range.optionalInput}\` is optional`
            : `its range is ${range.least} to ${range.most}`
      this.report(node, argument, aboutDocument.unboundedPage(value.name.value, found))
    }
    return LARGEST_PAGE
  }

  private report(node: FieldNode, at: FieldNode | ArgumentNode, problem: Problem): void {
    if (this.reported.has(node)) return
    this.reported.add(node)
    this.diagnostics.push(atNode(at.kind === Kind.FIELD ? at.name : at, problem))
  }
}

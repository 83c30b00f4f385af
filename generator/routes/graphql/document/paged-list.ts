/** The one list of a document that can be read page by page. */
import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
} from "graphql"
import { type Diagnostic, diagnostic } from "../../../diagnostics/index.js"
import { aboutDocument } from "../../../messages/index.js"
import type { DocumentSource } from "../../../parse/index.js"
import {
  connectionTotals,
  definitionOf,
  LARGEST_PAGE,
  type OwnPaging,
  ownPaging,
  responseKey,
  selectedIn,
  sizesOf,
} from "../../../shape/index.js"
import type { PageSizes } from "../check/index.js"

export interface DocumentList
  extends Pick<OwnPaging, "size" | "cursor" | "direction" | "backward" | "info" | "isAdded"> {
  /** The path of its connection: `["repository", "issues"]`. */
  readonly path: readonly string[]
  /** Whether another list uses the same variable as its page size. */
  readonly isShared: boolean
  /** The name of a page's nodes, or edges, in the answer. */
  readonly items: string
}

export interface Paged {
  readonly document: DocumentSource
  readonly sent: DocumentSource
  readonly list: DocumentList
  /** Default number of items on a page. */
  readonly standard: number
}

/** The default page size. */
export const PAGE = 30

/** The document with its list's pages wired to variables, or why it cannot be paged. */
export function pagedList(
  source: DocumentSource,
  schema: GraphQLSchema,
): { readonly paged?: Paged; readonly unpaged?: string } {
  const { list: found, none } = listIn(source, schema)
  if (found === undefined) return none === undefined ? {} : { unpaged: none }
  const paging = ownPaging(source, found.path, schema)
  if (!("sent" in paging)) return { unpaged: paging.message }
  const { document, sent, literal, ...list } = paging
  const standard = source.operations[0]?.variableDefinitions?.find(
    ({ variable }) => variable.name.value === list.size,
  )?.defaultValue
  const declared = standard?.kind === Kind.INT ? Number(standard.value) : undefined
  return {
    paged: { document, sent, list: { ...list, ...found }, standard: literal ?? declared ?? PAGE },
  }
}

interface Connection {
  readonly path: readonly string[]
  readonly items: string
}

/** The only connection of a query that is not inside a list, and has no such sibling. */
function listIn(
  document: DocumentSource,
  schema: GraphQLSchema,
): { readonly list?: Connection; readonly none?: string } {
  const [operation] = document.operations
  const root = operation && schema.getRootType(operation.operation)
  if (!operation || !root) return {}
  if (operation.operation === "mutation") return { none: "a mutation cannot be paginated" }
  const found: Connection[] = []
  const look = (type: GraphQLNamedType, set: SelectionSetNode, path: readonly string[]): void => {
    for (const selected of selectedIn(set, document.fragments)) {
      const { field } = selected
      const output = definitionOf(selected, type, schema)?.type
      if (!output || !field.selectionSet || isListType(getNullableType(output))) continue
      const own = [...path, responseKey(field)]
      const inner = getNamedType(output)
      const isPaged = isObjectType(inner) && Object.hasOwn(inner.getFields(), "pageInfo")
      const below = selectedIn(field.selectionSet, document.fragments).map((one) => one.field)
      const items = ["nodes", "edges"].flatMap((name) => {
        const part = below.find((one) => one.name.value === name)
        return part ? [responseKey(part)] : []
      })[0]
      if (!isPaged) look(inner, field.selectionSet, own)
      else if (items !== undefined) found.push({ path: own, items })
    }
  }
  look(root, operation.selectionSet, [])
  const [only] = found
  if (only === undefined) return { none: "it selects no list" }
  const paths = found.map(({ path }) => path.join("."))
  return found.length === 1 ? { list: only } : { none: `it has several lists: ${paths.join(", ")}` }
}

/** `first: 0` asks for counts alone. */
export const LEAST = 0

export interface OwnSizes extends PageSizes {
  readonly standard?: number
}

/** The ranges of page-size variables: GitHub accepts up to 100. */
export function pageSizesIn({ ast, operations }: DocumentSource): Record<string, OwnSizes> {
  const sizes: Record<string, OwnSizes> = {}
  const definitions = operations[0]?.variableDefinitions ?? []
  const definitionOf = (value: ValueNode) =>
    value.kind === Kind.VARIABLE
      ? definitions.find(({ variable }) => variable.name.value === value.name.value)
      : undefined
  const mayBeNull = (one: VariableDefinitionNode) => one.type.kind !== Kind.NON_NULL_TYPE
  visit(ast, {
    Field(field) {
      const own = sizesOf(field)
      // If one of two is omitted, neither has a size by itself.
      const isChoice = own.some(({ value }) => {
        const definition = definitionOf(value)
        return definition && mayBeNull(definition) && !definition.defaultValue
      })
      for (const { value } of own) {
        const definition = definitionOf(value)
        if (definition === undefined) continue
        const name = definition.variable.name.value
        const standard = defaultSize(definition)
        sizes[name] = {
          least: LEAST,
          most: LARGEST_PAGE,
          ...(own.length > 1 && isChoice && mayBeNull(definition) && { optionalInput: name }),
          ...(standard && { standard: standard.size }),
        }
      }
    },
  })
  return sizes
}

function defaultSize({ defaultValue }: VariableDefinitionNode) {
  if (defaultValue?.kind !== Kind.INT) return undefined
  return { size: Number(defaultValue.value), loc: defaultValue.loc }
}

/** Reports literal and default page sizes that GitHub refuses. */
export function wrongSizes(document: DocumentSource): Diagnostic[] {
  const sizes = pageSizesIn(document)
  const found: { size: number; loc: ValueNode["loc"] }[] = []
  for (const one of document.operations[0]?.variableDefinitions ?? []) {
    const given = Object.hasOwn(sizes, one.variable.name.value) ? defaultSize(one) : undefined
    if (given) found.push(given)
  }
  visit(document.ast, {
    Field(field) {
      for (const { value, loc } of sizesOf(field)) {
        if (value.kind === Kind.INT) found.push({ size: Number(value.value), loc })
      }
    },
  })
  return found
    .filter(({ size }) => size < LEAST || size > LARGEST_PAGE)
    .map(({ size, loc }) => {
      const { start = 0, end = start + 1 } = loc ?? {}
      return diagnostic(aboutDocument.pageSize(String(size), LEAST), document.file, { start, end })
    })
}

/** The number of nodes that a document can return with the given values of its variables. */
export function nodesWith(
  document: DocumentSource,
  schema: GraphQLSchema,
  inputOf: (variable: string) => unknown,
): number {
  const definitions = document.operations[0]?.variableDefinitions ?? []
  const sizeOf = (value: ValueNode): number => {
    if (value.kind === Kind.INT) return Number(value.value)
    if (value.kind !== Kind.VARIABLE) return 0
    const name = value.name.value
    const given = inputOf(name)
    if (given === null) return 0
    if (given !== undefined) return typeof given === "number" ? given : LARGEST_PAGE
    const definition = definitions.find(({ variable }) => variable.name.value === name)
    return (definition && defaultSize(definition)?.size) ?? 0
  }
  const pageSize = (field: FieldNode) =>
    Math.max(0, ...sizesOf(field).map(({ value }) => sizeOf(value)))
  return connectionTotals(document, schema, pageSize).nodes
}

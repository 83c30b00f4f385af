/** The one list of a document that can be read page by page. */
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql"
import type { DocumentSource } from "../../../parse/index.js"
import {
  definitionOf,
  type OwnPaging,
  ownPaging,
  responseKey,
  selectedIn,
} from "../../../shape/index.js"

/** The one list that a document reads page by page. */
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

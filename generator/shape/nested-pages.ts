/**
 * Pages of connections besides the list's own. A connection without a page size is read to its end; of any other, the
 * runtime finds out whether the page is all of it.
 */

import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from "graphql"
import { type DocumentSource, fileOf } from "../parse/index.js"
import { camelCase } from "../text/index.js"
import { type Edit, editedText, editedTree, type RewrittenDocument } from "./edits.js"
import { isAlwaysSelected } from "./paged-document.js"
import { TOTAL } from "./paging.js"
import { definitionOf, LARGEST_PAGE, responseKey, selectedIn, sizesOf } from "./selections.js"

export interface NestedPages {
  readonly document: DocumentSource
  readonly sent: DocumentSource
  /** The paths of the connections that are read to their end, by the variable of their cursor. */
  readonly complete: Readonly<Record<string, string>>
  /** The fields of these connections, which need no page size. */
  readonly unsized: ReadonlySet<FieldNode>
  /** Set if there are other connections. */
  readonly hasParts?: true
}

/** @param list - the path of the connection that the caller pages */
export function nestedPages(
  { document, sent }: RewrittenDocument,
  schema: GraphQLSchema,
  list?: string,
): NestedPages {
  const tree = new Nested(document, schema, list)
  const text = new Nested(sent, schema, list)
  return {
    document: editedTree(document, tree.edits),
    sent: editedText(sent, text.edits),
    complete: tree.complete,
    unsized: new Set(tree.unsized),
    ...(tree.hasParts && { hasParts: true }),
  }
}

/** The text of a shared fragment in which the runtime finds out whether pages are all of their connections. */
export function fragmentWithParts(document: DocumentSource, schema: GraphQLSchema): string {
  return editedText(document, new Nested(document, schema, undefined).edits).file.text
}

/** The selections of an object, and its type. */
interface Holder {
  readonly set: SelectionSetNode
  readonly type: GraphQLNamedType | null | undefined
}

class Nested {
  readonly edits: Edit[] = []
  readonly complete: Record<string, string> = {}
  readonly unsized: FieldNode[] = []
  hasParts = false
  private readonly operation: OperationDefinitionNode | undefined

  constructor(
    private readonly document: DocumentSource,
    private readonly schema: GraphQLSchema,
    private readonly list: string | undefined,
  ) {
    const [operation] = document.operations
    this.operation = operation
    const [fragment] = document.ast.definitions
    if (!operation && fragment?.kind === Kind.FRAGMENT_DEFINITION) {
      const { selectionSet, typeCondition } = fragment
      this.walk(selectionSet, schema.getType(typeCondition.name.value), "", true)
    }
    if (!operation) return
    this.walk(operation.selectionSet, schema.getRootType(operation.operation), "", false)
    const added = Object.keys(this.complete).map((name) => `$${name}: String`)
    if (added.length > 0) this.edits.push({ owner: operation, key: "variableDefinitions", added })
  }

  private walk(
    set: SelectionSetNode,
    type: GraphQLNamedType | null | undefined,
    above: string,
    isInList: boolean,
  ): void {
    for (const selected of selectedIn(set, this.document.fragments)) {
      const { field } = selected
      const definition = definitionOf(selected, type, this.schema)
      if (field.selectionSet === undefined || definition === undefined) continue
      const of = getNamedType(definition.type)
      const path = [...(above ? [above] : []), responseKey(field)].join(".")
      if (path !== this.list && this.selectsPage(field.selectionSet, of))
        this.note(field, of, path, isInList, above && { set, type })
      const isList = isListType(getNullableType(definition.type))
      this.walk(field.selectionSet, of, path, isInList || isList)
    }
  }

  private selectsPage(set: SelectionSetNode, type: GraphQLNamedType): boolean {
    if (!isObjectType(type) || !Object.hasOwn(type.getFields(), "pageInfo")) return false
    return selectedIn(set, this.document.fragments).some(({ field }) =>
      ["nodes", "edges"].includes(field.name.value),
    )
  }

  private note(
    field: FieldNode,
    type: GraphQLNamedType,
    path: string,
    isInList: boolean,
    holder: Holder | "",
  ): void {
    const size = sizesOf(field).find(({ value }) => value.kind !== Kind.NULL)
    // A page of one item is a choice, such as the newest commit.
    if (size?.value.kind === Kind.INT && size.value.value === "1") return
    const owner = field.selectionSet
    const isHere = fileOf(field).path === this.document.file.path
    if (size !== undefined) {
      this.hasParts = true
      // A full page of the largest size needs no further evidence.
      if (size.value.kind === Kind.INT && Number(size.value.value) === LARGEST_PAGE) return
      const more = size.name.value === "last" ? "hasPreviousPage" : "hasNextPage"
      if (!owner || !isHere || this.edits.some((one) => one.owner === owner)) return
      if (!isAlwaysSelected([owner], ["pageInfo", more], this.document))
        this.edits.push({ owner, key: "selections", added: [`pageInfo { ${more} }`] })
      return
    }
    const isOwn = isHere && this.isInOperation(field)
    if (isInList || !isOwn || !owner) return
    if (this.operation?.operation !== OperationTypeNode.QUERY) return
    const cursor = this.cursorOf(field)
    this.complete[cursor] = path
    this.unsized.push(field)
    const added = [`first: ${LARGEST_PAGE}`, `after: $${cursor}`]
    const info = [
      "pageInfo { hasNextPage endCursor }",
      ...this.lacking({ set: owner, type }, TOTAL),
    ]
    this.edits.push(
      { owner: field, key: "arguments", added },
      { owner, key: "selections", added: info },
    )
    if (holder === "" || this.edits.some((one) => one.owner === holder.set)) return
    // A later page may belong to another object, such as the checks of a newer commit.
    const id = this.lacking(holder, "id")
    if (id.length > 0) this.edits.push({ owner: holder.set, key: "selections", added: id })
  }

  /** A field in a list, if its type has it and the document does not select anything by that name. */
  private lacking({ set, type }: Holder, name: string): string[] {
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}
    if (!Object.hasOwn(fields, name)) return []
    const selected = selectedIn(set, this.document.fragments)
    return selected.some(({ field }) => responseKey(field) === name) ? [] : [name]
  }

  private cursorOf(field: FieldNode): string {
    const declared = (this.operation?.variableDefinitions ?? []).map(
      ({ variable }) => variable.name.value,
    )
    const taken = new Set([...declared, ...Object.keys(this.complete)])
    const name = camelCase(`${responseKey(field)}_after`)
    let free = name
    for (let count = 2; taken.has(free); count += 1) free = `${name}${count}`
    return free
  }

  /** A field of a fragment can occur at several places. */
  private isInOperation({ loc }: FieldNode): boolean {
    const own = this.operation?.loc
    return (own?.start ?? 0) <= (loc?.start ?? 0) && (loc?.end ?? 0) <= (own?.end ?? 0)
  }
}

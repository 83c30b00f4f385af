/**
 * Wires a list's `first` and `after` to the arguments of its connection, replacing those in the document. The
 * rewritten document is sent.
 */

import {
  type ASTNode,
  type FieldNode,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableNode,
} from "graphql"
import type { Problem } from "../diagnostics/index.js"
import { aboutList } from "../messages/index.js"
import { type DocumentSource, fileOf } from "../parse/index.js"
import { memoize } from "../text/index.js"
import { type Edit, type RewrittenDocument, rewritten } from "./edits.js"
import { type FieldsAt, fieldsAt, namesOf } from "./fields-at.js"
import {
  argumentsOf,
  type Direction,
  directionOf,
  FORWARD,
  lookupEdits,
  type Paging,
  variablesBeside,
  variablesOf,
  type Wiring,
  wiringOf,
} from "./paging.js"
import { isUnconditional, responseKey, selectedIn } from "./selections.js"

export interface PagedDocument extends RewrittenDocument {
  /** Parts of the document that conflict with paging. */
  readonly problems: readonly PagedProblem[]
}

interface PagedProblem {
  readonly problem: Problem
  readonly node: ASTNode
}

const inPages = memoize((_: DocumentSource) => new Map<string, PagedDocument>())

/**
 * The document with its connection's pages wired to the list's; unchanged if there is no such connection. Made once,
 * because expansion, checks and plans need it.
 */
export function paginate(
  document: DocumentSource,
  paging: Paging,
  schema: GraphQLSchema,
): PagedDocument {
  const key = JSON.stringify(paging)
  const paged = inPages(document).get(key) ?? paginated(document, paging, schema)
  inPages(document).set(key, paged)
  return paged
}

function paginated(document: DocumentSource, paging: Paging, schema: GraphQLSchema): PagedDocument {
  const asItIs = { document, sent: document, problems: [] }
  const [operation] = document.operations
  const names = namesOf(paging.connection)
  const at = names && fieldsAt(document, names, schema)
  if (operation === undefined || names === undefined || !isObjectType(at?.type)) return asItIs
  if (!Object.hasOwn(at.type.getFields(), "pageInfo")) return asItIs
  const isOwn = (node: ASTNode) => fileOf(node).path === document.file.path
  const own = at.selected.map(({ field }) => field).filter(isOwn)
  const isOfList = paging.size === "first"
  if (isOfList && own.length < at.selected.length) {
    const uses = at.selected.flatMap(({ through }) => through.map(({ use }) => use))
    const node = uses.find((use) => isOwn(use) && use.kind === Kind.FRAGMENT_SPREAD) ?? operation
    return { ...asItIs, problems: [{ problem: aboutList.inFragment(paging.connection), node }] }
  }
  const [field] = own
  if (field?.selectionSet === undefined) return asItIs
  const unlistable = isOfList ? unlistableIn(operation, paging.connection, at) : undefined
  if (unlistable) return { ...asItIs, problems: [{ problem: unlistable, node: field.name }] }
  const direction = isOfList ? directionOf(document, paging.connection, schema) : FORWARD
  const wiring = isOfList ? wiringOf(field, direction, paging) : undefined
  const others = wiring ? variablesBeside(own, document) : []
  const edits = [
    ...(wiring
      ? [
          ...own.map((one) => argumentsOf(one, direction, wiring)),
          variablesOf(operation, own, wiring, others),
        ]
      : lookupEdits(operation, field, paging)),
    ...selectionsOf(document, names, { ...paging, direction }, schema),
  ].filter(({ change, added }) => change !== undefined || added.length > 0)
  const problems = wiring
    ? [
        ...misuses(document, own, names, wiring, others),
        ...misnamedIn(document, names, direction, schema),
      ]
    : []
  return edits.length === 0 ? { ...asItIs, problems } : { ...rewritten(document, edits), problems }
}

/** Why a connection cannot be paged by one list. */
function unlistableIn(
  { operation }: OperationDefinitionNode,
  connection: string,
  { isInList }: FieldsAt,
): Problem | undefined {
  if (operation === "mutation") return aboutList.ofMutation(connection)
  return isInList ? aboutList.belowList(connection) : undefined
}

/** The required fields of a page, and those that identify its items. */
function selectionsOf(
  document: DocumentSource,
  names: readonly string[],
  { total, items, direction: { more, next } }: Paging & { readonly direction: Direction },
  schema: GraphQLSchema,
): Edit[] {
  const setsAt = (...below: string[]) => {
    const at = fieldsAt(document, [...names, ...below], schema)
    const own = (at?.selected ?? []).filter(
      ({ field }) => fileOf(field).path === document.file.path,
    )
    const always = own.find(isUnconditional)?.field.selectionSet
    return { type: at?.type, always, set: always ?? own[0]?.field.selectionSet }
  }
  const has = (...below: string[]) => fieldsAt(document, [...names, ...below], schema) !== undefined
  const { type, set } = setsAt()
  const sets = (fieldsAt(document, names, schema)?.selected ?? []).flatMap(
    ({ field }) => field.selectionSet ?? [],
  )
  const isThere = (...below: string[]) => isAlwaysSelected(sets, below, document)
  const counts = total !== undefined && isObjectType(type) && Object.hasOwn(type.getFields(), total)
  const lacking = [more, next].filter((name) => !isThere("pageInfo", name))
  const ofPage = setsAt("pageInfo").always
  const info = lacking.length === 0 || ofPage ? [] : [`pageInfo { ${more} ${next} }`]
  const path = has("nodes") ? ["nodes"] : ["edges", "node"]
  const nodes = setsAt(...path)
  const lacksTypeName = items?.text.includes("__typename") && !selectsTypeName(nodes.set)
  const edit = (owner: SelectionSetNode | undefined, added: readonly string[]): Edit[] =>
    owner ? [{ owner, key: "selections", added }] : []
  return [
    ...edit(set, [...(counts && !isThere(total) ? [total] : []), ...info]),
    ...edit(ofPage, lacking),
    ...edit(nodes.set, lacksTypeName ? ["__typename"] : []),
  ]
}

/** Whether the value at a path is present regardless of `@include` and `@skip`. */
export function isAlwaysSelected(
  sets: readonly SelectionSetNode[],
  [name, ...below]: readonly string[],
  document: DocumentSource,
): boolean {
  if (name === undefined) return true
  const selected = sets
    .flatMap((set) => selectedIn(set, document.fragments))
    .filter((one) => responseKey(one.field) === name && isUnconditional(one))
  const inside = selected.flatMap(({ field }) => field.selectionSet ?? [])
  return selected.length > 0 && isAlwaysSelected(inside, below, document)
}

/** Whether every object of a selection has its type. */
function selectsTypeName(set: SelectionSetNode | undefined): boolean {
  return (set?.selections ?? []).some(
    (one) =>
      one.kind === Kind.FIELD &&
      one.name.value === "__typename" &&
      one.alias === undefined &&
      isUnconditional({ field: one, through: [] }),
  )
}

/** A field of the document that has the name of a required field, but is a different field. */
export function misnamedIn(
  document: DocumentSource,
  names: readonly string[],
  { more, next }: Direction,
  schema: GraphQLSchema,
): PagedProblem[] {
  return [["pageInfo"], ["pageInfo", more], ["pageInfo", next]].flatMap((path) => {
    const name = path.at(-1) ?? ""
    const selected = fieldsAt(document, [...names, ...path], schema)?.selected ?? []
    return selected
      .filter(({ field }) => field.name.value !== name)
      .map(({ field }) => ({ problem: aboutList.otherField(name, field.name.value), node: field }))
  })
}

/** Reports other places that would get the list's page size or cursor. */
export function misuses(
  document: DocumentSource,
  own: readonly FieldNode[],
  names: readonly string[],
  { first, after }: Wiring,
  others: readonly VariableNode[],
): PagedProblem[] {
  const connection = names.join(".")
  const shared = others.flatMap((node): PagedProblem[] => {
    const { value } = node.name
    if (value !== first && value !== after) return []
    return [{ problem: aboutList.sharedVariable(value, connection, value === after), node }]
  })
  const elsewhere: PagedProblem[] = []
  const walk = (set: SelectionSetNode | undefined, path: string) => {
    if (set === undefined) return
    for (const { field } of selectedIn(set, document.fragments)) {
      const here = [...(path ? [path] : []), responseKey(field)].join(".")
      if (own.includes(field) && here !== connection)
        elsewhere.push({ problem: aboutList.twoConnections(connection, here), node: field.name })
      walk(field.selectionSet, here)
    }
  }
  if (own.some((field) => !isInOperation(field, document)))
    walk(document.operations[0]?.selectionSet, "")
  return [...shared, ...elsewhere]
}

/** Only nodes in fragments can occur at two places. */
function isInOperation({ loc }: FieldNode, { operations }: DocumentSource): boolean {
  const [operation] = operations
  const [start, end] = [operation?.loc?.start ?? 0, operation?.loc?.end ?? 0]
  return start <= (loc?.start ?? 0) && (loc?.end ?? 0) <= end
}

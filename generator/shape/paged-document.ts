/**
 * Wires a list's `first` and `after` to the arguments of its connection, replacing those in the document. The
 * rewritten document is sent.
 */

import {
  type ArgumentNode,
  type ASTNode,
  type FieldNode,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  Source,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
} from "graphql"
import type { Problem } from "../diagnostics/index.js"
import type { Path } from "../jmespath/index.js"
import { aboutList } from "../messages/index.js"
import { type DocumentSource, fileOf, type GraphqlSection, readDocument } from "../parse/index.js"
import { type FieldsAt, fieldsAt, namesOf } from "./fields-at.js"
import { isUnconditional, responseKey, selectedIn } from "./selections.js"

/** The field of most connections that counts the nodes of all pages. */
export const TOTAL = "totalCount"

/** The paged connection, and the required parts of a page. */
export interface Paging {
  /** Path of the connection in the response: `repository.issues`. */
  readonly connection: string
  /** The field that counts the items; lookups do not request it. */
  readonly total?: string
  /** An expression that selects the nodes that are items, if not all are. */
  readonly items?: Path | undefined
  /** The page size if the document has none: the caller's `first`, or a number. */
  readonly size: "first" | number
  /** Variables that the card sets itself. */
  readonly variables?: Readonly<Record<string, Path>> | undefined
  /** The names of added paging variables: `first` and `after`. */
  readonly names?: Wiring
}

/** The paging of a list; undefined if it is no list. */
export function pagingOf({
  pagination,
  variables,
}: {
  readonly pagination?: Partial<NonNullable<GraphqlSection["pagination"]>>
  readonly variables?: Readonly<Record<string, Path>> | undefined
}): Paging | undefined {
  if (pagination?.connection === undefined) return undefined
  const { connection, total_count: total = TOTAL, items } = pagination
  return { connection, total, items, size: "first", variables }
}

export interface PagedDocument {
  /** Original nodes keep their locations; added ones have none. */
  readonly document: DocumentSource
  /** The sent document: the same in one text. */
  readonly sent: DocumentSource
  /** Parts of the document that conflict with paging. */
  readonly problems: readonly PagedProblem[]
}

export interface PagedProblem {
  readonly problem: Problem
  readonly node: ASTNode
}

/** The direction of paging: `last` alone pages from the end to the beginning. */
export interface Direction {
  readonly size: "first" | "last"
  readonly cursor: "after" | "before"
  /** Fields of `pageInfo`: whether there are more pages, and the next cursor. */
  readonly more: "hasNextPage" | "hasPreviousPage"
  readonly next: "endCursor" | "startCursor"
}

const FORWARD: Direction = {
  size: "first",
  cursor: "after",
  more: "hasNextPage",
  next: "endCursor",
}
const BACKWARD: Direction = {
  size: "last",
  cursor: "before",
  more: "hasPreviousPage",
  next: "startCursor",
}

/** The direction in which a document, written or sent, pages a connection. */
export function directionOf(
  document: DocumentSource,
  connection: string,
  schema: GraphQLSchema,
): Direction {
  const names = namesOf(connection)
  const selected = (names && fieldsAt(document, names, schema)?.selected) ?? []
  const given = selected.flatMap(({ field }) => field.arguments ?? []).filter(isGiven)
  const has = (name: string) => given.some((one) => one.name.value === name)
  return has("last") && !has("first") ? BACKWARD : FORWARD
}

function isGiven({ value }: ArgumentNode): boolean {
  return value.kind !== Kind.NULL
}

/**
 * The document with its connection's pages wired to the list's; unchanged if there is no such connection.
 */
export function paginate(
  document: DocumentSource,
  paging: Paging,
  schema: GraphQLSchema,
): PagedDocument {
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

const PAGING = ["first", "last", "after", "before"]

/** The variables that carry a list's `first` and `after`. */
interface Wiring {
  readonly first: string
  readonly after: string
}

/** Existing paging variables stay; any other arguments are replaced by `$first` and `$after`. */
function wiringOf(
  { arguments: given = [] }: FieldNode,
  { size, cursor }: Direction,
  { variables = {}, names = { first: "first", after: "after" } }: Paging,
): Wiring {
  const wired = (argument: string, input: "first" | "after") => {
    const value = given.find(({ name }) => name.value === argument)?.value
    const variable = value?.kind === Kind.VARIABLE ? value.name.value : undefined
    return variable !== undefined && (variables[variable]?.text ?? variable) === input
      ? variable
      : names[input]
  }
  return { first: wired(size, "first"), after: wired(cursor, "after") }
}

function argumentsOf(field: FieldNode, { size, cursor }: Direction, wiring: Wiring): Edit {
  const wanted = { [size]: `${size}: $${wiring.first}`, [cursor]: `${cursor}: $${wiring.after}` }
  const given = (field.arguments ?? []).map(({ name }) => name.value)
  const change = (argument: ASTNode) => {
    if (argument.kind !== Kind.ARGUMENT || !PAGING.includes(argument.name.value)) return undefined
    const text = wanted[argument.name.value] ?? null
    return text === print(argument) ? undefined : text
  }
  const added = Object.keys(wanted).flatMap((name) =>
    given.includes(name) ? [] : (wanted[name] ?? []),
  )
  return { owner: field, key: "arguments", change, added }
}

/** The variables that are used anywhere but for the pages of the connection. */
export function variablesBeside(
  own: readonly FieldNode[],
  { ast }: DocumentSource,
): VariableNode[] {
  const uses: VariableNode[] = []
  const ofPages = new Set<ASTNode>(
    own.flatMap((field) => field.arguments ?? []).filter(({ name }) => PAGING.includes(name.value)),
  )
  visit(ast, {
    Argument: (node) => (ofPages.has(node) ? false : undefined),
    VariableDefinition: () => false,
    Variable: (node) => void uses.push(node),
  })
  return uses
}

/** Declares the variables of the pages, and removes the variables that are no longer used. */
function variablesOf(
  operation: OperationDefinitionNode,
  own: readonly FieldNode[],
  { first, after }: Wiring,
  others: readonly VariableNode[],
): Edit {
  const declared = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  const used = new Set([first, after, ...others.map(({ name }) => name.value)])
  const ofPages = own
    .flatMap((field) => field.arguments ?? [])
    .filter(({ name }) => PAGING.includes(name.value))
    .map(({ value }) => (value.kind === Kind.VARIABLE ? value.name.value : undefined))
  const wanted = { [first]: `$${first}: Int!`, [after]: `$${after}: String` }
  const change = (node: ASTNode) => {
    if (node.kind !== Kind.VARIABLE_DEFINITION) return undefined
    const name = node.variable.name.value
    if (name === first && /^Int!?$/.test(print(node.type))) return undefined
    if (name === after && isOptionalText(node)) return undefined
    if (name === first || name === after) return wanted[name]
    return ofPages.includes(name) && !used.has(name) ? null : undefined
  }
  const added = [first, after].flatMap((name) =>
    declared.includes(name) ? [] : (wanted[name] ?? []),
  )
  return { owner: operation, key: "variableDefinitions", change, added }
}

/** The first page has no cursor. */
function isOptionalText({ type, defaultValue }: VariableDefinitionNode): boolean {
  return print(type) === "String" && (defaultValue ?? { kind: Kind.NULL }).kind === Kind.NULL
}

/** Additions to a lookup's connection, which keeps the document's page size. */
function lookupEdits(
  operation: OperationDefinitionNode,
  field: FieldNode,
  { size }: Paging,
): Edit[] {
  const given = (field.arguments ?? []).map(({ name }) => name.value)
  const declared = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  const bounds = given.includes("first") || given.includes("last") ? [] : [`first: ${size}`]
  const cursor = given.includes("after") ? [] : ["after: $after"]
  const variables = cursor.length > 0 && !declared.includes("after") ? ["$after: String"] : []
  return [
    { owner: field, key: "arguments", added: [...bounds, ...cursor] },
    { owner: operation, key: "variableDefinitions", added: variables },
  ]
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

/**
 * Changes to the nodes of a list: changed or removed nodes, and added ones. Selections are added in front, other
 * nodes at the end.
 */
export type Edit = {
  /** The replacement text of a node; null removes it, undefined keeps it. */
  readonly change?: (node: ASTNode) => string | null | undefined
  readonly added: readonly string[]
} & (
  | { readonly owner: FieldNode; readonly key: "arguments" }
  | { readonly owner: OperationDefinitionNode; readonly key: "variableDefinitions" }
  | { readonly owner: SelectionSetNode; readonly key: "selections" }
)

function nodesIn(edit: Edit): readonly ASTNode[] {
  switch (edit.key) {
    case "arguments":
      return edit.owner.arguments ?? []
    case "variableDefinitions":
      return edit.owner.variableDefinitions ?? []
    case "selections":
      return edit.owner.selections
  }
}

export function rewritten(
  document: DocumentSource,
  edits: readonly Edit[],
): Omit<PagedDocument, "problems"> {
  return { document: editedTree(document, edits), sent: editedText(document, edits) }
}

/** The document with changed nodes; the others keep their locations. */
export function editedTree(document: DocumentSource, edits: readonly Edit[]): DocumentSource {
  if (edits.length === 0) return document
  const ast = visit(document.ast, {
    enter: (node) => {
      const edit = edits.find(({ owner }) => owner === node)
      if (edit === undefined) return undefined
      const changed = nodesIn(edit).flatMap((one) => {
        const text = edit.change?.(one)
        return text === undefined ? [one] : text === null ? [] : parsed([text], edit.key)
      })
      const added = parsed(edit.added, edit.key)
      const all = edit.key === "selections" ? [...added, ...changed] : [...changed, ...added]
      return { ...node, [edit.key]: all }
    },
  })
  const operations = ast.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const own = ast.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(document.fragments)
  for (const one of own) fragments.set(one.name.value, one)
  return { ...document, ast, operations, fragments }
}

/** The document read from its changed text. */
export function editedText(document: DocumentSource, edits: readonly Edit[]): DocumentSource {
  if (edits.length === 0) return document
  const text = edits
    .flatMap((edit) => replacementOf(edit, document.file.text))
    .sort((a, b) => b.start - a.start)
    .reduce(
      (all, one) => all.slice(0, one.start) + one.text + all.slice(one.end),
      document.file.text,
    )
  const { source } = readDocument(document.file.path, text)
  if (source === undefined) throw new Error(`${document.file.path} cannot be read in pages`)
  return { ...source, fragments: new Map([...document.fragments, ...source.fragments]) }
}

/** Parses strings as nodes of a separate document. */
function parsed(texts: readonly string[], key: Edit["key"]): readonly ASTNode[] {
  if (texts.length === 0) return []
  const list = `(${texts.join(", ")})`
  const text = {
    arguments: `query { all${list} }`,
    variableDefinitions: `query ${list} { all }`,
    selections: `query { all { ${texts.join(" ")} } }`,
  }[key]
  const [operation] = parse(new Source(text, "pages")).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error("no operation")
  if (key === "variableDefinitions") return operation.variableDefinitions ?? []
  const [field] = operation.selectionSet.selections
  if (field?.kind !== Kind.FIELD) throw new Error("no field")
  return key === "arguments" ? (field.arguments ?? []) : (field.selectionSet?.selections ?? [])
}

interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

function replacementOf(edit: Edit, text: string): Replacement[] {
  const nodes = nodesIn(edit)
  const [first, last] = [nodes[0]?.loc, nodes.at(-1)?.loc]
  if (first === undefined || last === undefined) {
    const name = "name" in edit.owner ? edit.owner.name : undefined
    const at = name?.loc?.end ?? 0
    return edit.added.length === 0
      ? []
      : [{ start: at, end: at, text: `(${edit.added.join(", ")})` }]
  }
  const indent = indentBefore(text, (edit.key === "selections" ? first : last).start)
  if (edit.key === "selections") {
    const added = edit.added.map((one) => (indent === undefined ? `${one} ` : `${one}\n${indent}`))
    return [{ start: first.start, end: first.start, text: added.join("") }]
  }
  let kept = ""
  for (const [index, { loc }] of nodes.entries()) {
    const node = nodes[index]
    const changed = node && edit.change?.(node)
    if (loc === undefined || changed === null) continue
    const before = nodes[index - 1]?.loc?.end ?? loc.start
    kept += (kept && text.slice(before, loc.start)) + (changed ?? text.slice(loc.start, loc.end))
  }
  const separator = indent === undefined ? ", " : `\n${indent}`
  const all = [...(kept ? [kept] : []), ...edit.added].join(separator)
  return [{ start: first.start, end: last.end, text: all }]
}

/** The white space before a node that begins a line; undefined if it does not begin one. */
function indentBefore(text: string, at: number): string | undefined {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at)
  return line.trim() === "" ? line : undefined
}

/** The pages of a connection: their direction, and the arguments and variables that carry them. */
import {
  type ArgumentNode,
  type ASTNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  print,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
} from "graphql"
import type { Path } from "../jmespath/index.js"
import type { DocumentSource, GraphqlSection } from "../parse/index.js"
import type { Edit } from "./edits.js"
import { fieldsAt, namesOf } from "./fields-at.js"

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
}

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

/** The direction of paging: `last` alone pages from the end to the beginning. */
export interface Direction {
  readonly size: "first" | "last"
  readonly cursor: "after" | "before"
  /** Fields of `pageInfo`: whether there are more pages, and the next cursor. */
  readonly more: "hasNextPage" | "hasPreviousPage"
  readonly next: "endCursor" | "startCursor"
}

export const FORWARD: Direction = {
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

const PAGING = ["first", "last", "after", "before"]

/** The variables that carry a list's `first` and `after`. */
export interface Wiring {
  readonly first: string
  readonly after: string
}

/** Existing paging variables stay; any other arguments are replaced by `$first` and `$after`. */
export function wiringOf(
  { arguments: given = [] }: FieldNode,
  { size, cursor }: Direction,
  { variables = {} }: Paging,
): Wiring {
  const wired = (argument: string, input: "first" | "after") => {
    const value = given.find(({ name }) => name.value === argument)?.value
    const variable = value?.kind === Kind.VARIABLE ? value.name.value : undefined
    return variable !== undefined && (variables[variable]?.text ?? variable) === input
      ? variable
      : input
  }
  return { first: wired(size, "first"), after: wired(cursor, "after") }
}

export function argumentsOf(field: FieldNode, { size, cursor }: Direction, wiring: Wiring): Edit {
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
export function variablesOf(
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
export function lookupEdits(
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

/**
 * Pages a list of a document that a caller wrote. Its arguments, variables and selections stay; what paging needs
 * besides is added.
 */
import {
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  print,
  type ValueNode,
} from "graphql"
import type { Problem } from "../diagnostics/index.js"
import { aboutList } from "../messages/index.js"
import { type DocumentSource, fileOf } from "../parse/index.js"
import { type Edit, type RewrittenDocument, rewritten } from "./edits.js"
import { fieldsAt } from "./fields-at.js"
import { isAlwaysSelected, misnamedIn, misuses } from "./paged-document.js"
import { type Direction, directionOf, variablesBeside } from "./paging.js"
import { isUnconditional, responseKey, selectedIn } from "./selections.js"

export interface OwnPaging extends RewrittenDocument {
  /** The variables of the pages. */
  readonly size: string
  readonly cursor: string
  readonly direction: Direction
  /** The variables that page backwards, if the connection takes either `first` or `last`. */
  readonly backward?: { readonly size: string; readonly cursor: string }
  /** The response name of the `pageInfo` that pages are read from. */
  readonly info: string
  /** Whether the document itself does not select it. */
  readonly isAdded: boolean
  /** The literal page size that a variable replaces. */
  readonly literal?: number
  /** Whether another list uses the same variable as its page size. */
  readonly isShared: boolean
}

/** @returns the document, or why its list cannot be paged */
export function ownPaging(
  document: DocumentSource,
  path: readonly string[],
  schema: GraphQLSchema,
): OwnPaging | Problem {
  const connection = path.join(".")
  const [operation] = document.operations
  const selected = fieldsAt(document, path, schema)?.selected ?? []
  const fields = selected.map(({ field }) => field)
  const [field] = fields
  if (!operation || !field || fields.some((one) => fileOf(one).path !== document.file.path)) {
    return aboutList.inFragment(connection)
  }
  const declared = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  const free = (...names: string[]) => names.find((one) => !declared.includes(one))
  const direction = directionOf(document, connection, schema)
  const given = (name: string) => argumentOf(field, name)
  const size = variableOf(given(direction.size)) ?? free("first", "page_size") ?? "page_size_"
  const cursor =
    variableOf(given(direction.cursor)) ?? free("after", "page_cursor") ?? "page_cursor_"
  const last = direction.size === "first" ? variableOf(given("last")) : undefined
  const backward = last !== undefined && {
    size: last,
    cursor: variableOf(given("before")) ?? free("before", "page_before") ?? "page_before_",
  }
  const wired = new Map([
    [direction.size, size],
    [direction.cursor, cursor],
    ...(backward ? [["before", backward.cursor] as const] : []),
  ])
  const others = variablesBeside(fields, document)
  const wiring = { first: size, after: cursor }
  const problems = misuses(document, fields, path, wiring, others)
  // A page size shared with another list is allowed: only the cursor differs.
  const isOfSize = ({ node }: (typeof problems)[number]) =>
    node.kind === Kind.VARIABLE && node.name.value === size
  const [other] = problems.filter((one) => !isOfSize(one))
  if (other) return other.problem

  const start = given(direction.cursor)
  const types: Record<string, string> = {
    [size]: "Int!",
    [cursor]: start?.kind === Kind.STRING ? `String = ${print(start)}` : "String",
    ...(backward && { [backward.cursor]: "String" }),
  }
  const added = Object.entries(types).flatMap(([name, type]) =>
    declared.includes(name) ? [] : [`$${name}: ${type}`],
  )
  const info = infoOf(document, path, fields, direction, schema)
  const infoFields = backward
    ? "hasNextPage endCursor hasPreviousPage startCursor"
    : `${direction.more} ${direction.next}`
  const set = (selected.find(isUnconditional)?.field ?? field).selectionSet
  const alias = info.name === "pageInfo" ? "" : `${info.name}: `
  const additions = [
    ...(info.isAdded ? [`${alias}pageInfo { ${infoFields} }`] : []),
    ...countsOf(document, path, fields, schema),
  ]
  const edits: Edit[] = [
    ...fields.map((one) => argumentsOf(one, wired)),
    { owner: operation, key: "variableDefinitions", added },
    ...(set && additions.length > 0
      ? [{ owner: set, key: "selections" as const, added: additions }]
      : []),
  ]
  const literal = given(direction.size)
  return {
    ...rewritten(document, edits),
    size,
    cursor,
    direction,
    ...(backward && { backward }),
    info: info.name,
    isAdded: info.isAdded,
    ...(literal?.kind === Kind.INT && { literal: Number(literal.value) }),
    isShared: problems.length > 0,
  }
}

function argumentOf({ arguments: given = [] }: FieldNode, name: string): ValueNode | undefined {
  return given.find((one) => one.name.value === name)?.value
}

function variableOf(value: ValueNode | undefined): string | undefined {
  return value?.kind === Kind.VARIABLE ? value.name.value : undefined
}

function argumentsOf(field: FieldNode, wired: ReadonlyMap<string, string>): Edit {
  const names = (field.arguments ?? []).map(({ name }) => name.value)
  return {
    owner: field,
    key: "arguments",
    change(node) {
      if (node.kind !== Kind.ARGUMENT || node.value.kind === Kind.VARIABLE) return undefined
      const variable = wired.get(node.name.value)
      return variable === undefined ? undefined : `${node.name.value}: $${variable}`
    },
    added: [...wired].flatMap(([name, variable]) =>
      names.includes(name) ? [] : [`${name}: $${variable}`],
    ),
  }
}

/** The counts of a search that selects none: GitHub ends every search after 1,000 results, and only they tell it. */
function countsOf(
  document: DocumentSource,
  path: readonly string[],
  fields: readonly FieldNode[],
  schema: GraphQLSchema,
): string[] {
  const [field] = fields
  if (!field || path.length > 1) return []
  const type = getNamedType(schema.getQueryType()?.getFields()[field.name.value]?.type)
  if (!isObjectType(type) || type.name !== "SearchResultItemConnection") return []
  const counts = Object.keys(type.getFields()).filter((name) => name.endsWith("Count"))
  const taken = keysIn(fields, document)
  return counts.some((name) => taken.includes(name)) ? [] : counts
}

/** The names in the answer of everything that these fields select. */
function keysIn(fields: readonly FieldNode[], { fragments }: DocumentSource): string[] {
  return fields.flatMap(({ selectionSet }) =>
    selectionSet ? selectedIn(selectionSet, fragments).map(({ field }) => responseKey(field)) : [],
  )
}

/** The `pageInfo` of the document if it is always there and complete, else an added one. */
function infoOf(
  document: DocumentSource,
  path: readonly string[],
  fields: readonly FieldNode[],
  direction: Direction,
  schema: GraphQLSchema,
): { readonly name: string; readonly isAdded: boolean } {
  const sets = fields.flatMap(({ selectionSet }) => selectionSet ?? [])
  const isComplete =
    [direction.more, direction.next].every((name) =>
      isAlwaysSelected(sets, ["pageInfo", name], document),
    ) && misnamedIn(document, path, direction, schema).length === 0
  if (isComplete) return { name: "pageInfo", isAdded: false }
  const taken = keysIn(fields, document)
  const free = ["pageInfo", "ghxPageInfo"].find((name) => !taken.includes(name))
  return { name: free ?? "ghx_page_info", isAdded: true }
}

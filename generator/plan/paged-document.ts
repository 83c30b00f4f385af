/** What a document lacks to be asked for page by page is added to it: what is sent is the longer one. */
import {
  type ArgumentNode,
  type ASTNode,
  type FieldNode,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  Source,
  visit,
} from "graphql"
import { type DocumentSource, fileOf, readDocument } from "../parse/index.js"
import { fieldsAt, namesOf, selectedIn } from "../shape/index.js"

/** The connection that is read page by page, and what a page has to hold of it. */
export interface Paging {
  /** Its path in the response: `repository.issues`. */
  readonly connection: string
  /** The field of it that counts; a look-up does not ask for it. */
  readonly total?: string
  /** What bounds a page where the document does not say it: the caller's `first`, or a number. */
  readonly size: "first" | number
}

export interface PagedDocument {
  /** Its nodes stand where they were written; those that were added stand in no file. */
  readonly document: DocumentSource
  /** What is sent: the same, all of it in one text. */
  readonly sent: DocumentSource
}

/** The document with what it lacks; as it is where it lacks nothing, or where there is no such connection in it. */
export function inPages(
  document: DocumentSource,
  paging: Paging,
  schema: GraphQLSchema,
): PagedDocument {
  const asItIs = { document, sent: document }
  const [operation] = document.operations
  const names = namesOf(paging.connection)
  const at = names && fieldsAt(document, names, schema)
  const isOwn = (node: ASTNode) => fileOf(node).path === document.file.path
  const field = at?.selected.find((one) => isOwn(one.field))?.field
  if (operation === undefined || field?.selectionSet === undefined || !isObjectType(at?.type))
    return asItIs
  const { type } = at
  const has = (name: string) => Object.hasOwn(type.getFields(), name)
  if (!has("pageInfo")) return asItIs
  const selected = at.selected.flatMap((one) =>
    one.field.selectionSet ? selectedIn(one.field.selectionSet, document.fragments) : [],
  )
  const keys = selected.map((one) => (one.field.alias ?? one.field.name).value)
  const ofPage = selected.flatMap(({ field: { name, selectionSet } }) =>
    name.value === "pageInfo" && selectionSet
      ? selectedIn(selectionSet, document.fragments).map((one) => one.field.name.value)
      : [],
  )
  const isPaged = ["hasNextPage", "endCursor"].every((name) => ofPage.includes(name))
  const { total } = paging
  const selections = [
    ...(total !== undefined && !keys.includes(total) && has(total) ? [total] : []),
    ...(!isPaged ? ["pageInfo { hasNextPage endCursor }"] : []),
  ]
  const given = (field.arguments ?? []).map(({ name }) => name.value)
  const bounds =
    given.includes("first") || given.includes("last") ? [] : [`first: ${sizeOf(paging)}`]
  const cursor = given.includes("after") ? [] : ["after: $after"]
  const declared = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  const variables = [
    ...(bounds.includes("first: $first") ? ["$first: Int!"] : []),
    ...(cursor.length > 0 ? ["$after: String"] : []),
  ].filter((one) => !declared.some((name) => one.startsWith(`$${name}:`)))
  const added = { selections, args: [...bounds, ...cursor], variables }
  if (Object.values(added).every((one) => one.length === 0)) return asItIs
  return extended(document, operation, field, added)
}

function sizeOf({ size }: Paging): string {
  return size === "first" ? "$first" : String(size)
}

interface Added {
  readonly selections: readonly string[]
  readonly args: readonly string[]
  readonly variables: readonly string[]
}

function extended(
  document: DocumentSource,
  operation: OperationDefinitionNode,
  field: FieldNode,
  added: Added,
): PagedDocument {
  const parts = parsed(added)
  const ast = visit(document.ast, {
    enter: (node) => {
      if (node === operation) {
        const variableDefinitions = [...(operation.variableDefinitions ?? []), ...parts.variables]
        return { ...operation, variableDefinitions }
      }
      if (node !== field) return undefined
      return {
        ...field,
        arguments: [...(field.arguments ?? []), ...parts.args],
        selectionSet: {
          kind: Kind.SELECTION_SET,
          ...field.selectionSet,
          selections: [...parts.selections, ...(field.selectionSet?.selections ?? [])],
        },
      }
    },
  })
  const operations = ast.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const own = ast.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(document.fragments)
  for (const one of own) fragments.set(one.name.value, one)
  const text = inserted(document.file.text, [
    textOfList(operation.variableDefinitions, operation.name, added.variables, document),
    textOfList(field.arguments, field.name, added.args, document),
    textOfSelections(field, added.selections, document),
  ])
  const { source } = readDocument(document.file.path, text)
  if (source === undefined) throw new Error(`${document.file.path} cannot be read in pages`)
  return {
    document: { ...document, ast, operations, fragments },
    sent: { ...source, fragments: new Map([...document.fragments, ...source.fragments]) },
  }
}

/** The parts, as a document of their own has them. */
function parsed({ selections, args, variables }: Added) {
  const list = (parts: readonly string[]) => (parts.length === 0 ? "" : `(${parts.join(", ")})`)
  const text = `query ${list(variables)} { all${list(args)} { ${["all", ...selections].join(" ")} } }`
  const [operation] = parse(new Source(text, "pages")).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error("no operation")
  const [field] = operation.selectionSet.selections
  if (field?.kind !== Kind.FIELD) throw new Error("no field")
  const added: { args: readonly ArgumentNode[] } = { args: field.arguments ?? [] }
  return {
    ...added,
    variables: operation.variableDefinitions ?? [],
    selections: field.selectionSet?.selections.slice(1) ?? [],
  }
}

interface Insertion {
  readonly at: number
  readonly text: string
}

function inserted(text: string, insertions: readonly Insertion[]): string {
  const fromTheEnd = [...insertions].sort((a, b) => b.at - a.at)
  return fromTheEnd.reduce(
    (text, one) => text.slice(0, one.at) + one.text + text.slice(one.at),
    text,
  )
}

/** Variables or arguments: behind the last one as that stands, or between parentheses behind a name. */
function textOfList(
  known: readonly ASTNode[] = [],
  name: ASTNode | undefined,
  added: readonly string[],
  { file }: DocumentSource,
): Insertion {
  const last = known.at(-1)
  if (added.length === 0) return { at: 0, text: "" }
  if (last === undefined) return { at: name?.loc?.end ?? 0, text: `(${added.join(", ")})` }
  const indent = indentBefore(file.text, last.loc?.start ?? 0)
  const text = added.map((one) => (indent === undefined ? `, ${one}` : `\n${indent}${one}`))
  return { at: last.loc?.end ?? 0, text: text.join("") }
}

/** In front of the first selection, as that stands. */
function textOfSelections(
  { selectionSet }: FieldNode,
  added: readonly string[],
  { file }: DocumentSource,
): Insertion {
  const at = selectionSet?.selections[0]?.loc?.start ?? 0
  const indent = indentBefore(file.text, at)
  const text = added.map((one) => (indent === undefined ? `${one} ` : `${one}\n${indent}`))
  return { at, text: text.join("") }
}

/** The white space in front of what begins a line; undefined where it does not. */
function indentBefore(text: string, at: number): string | undefined {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at)
  return line.trim() === "" ? line : undefined
}

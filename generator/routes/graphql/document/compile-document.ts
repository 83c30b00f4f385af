/** Compiles a document without a card, with the same checks as documents of cards. The result is plain data. */
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
  type VariableDefinitionNode,
  visit,
} from "graphql"
import type { JsonSchema } from "../../../../runtime/definition/index.js"
import { checkDocument } from "../../../check/index.js"
import { type Diagnostic, diagnostic } from "../../../diagnostics/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutDocument } from "../../../messages/index.js"
import { type DocumentSource, readDocument } from "../../../parse/index.js"
import { type Cost, type OperationPlan, planRequest, shapeOfAnswer } from "../../../plan/index.js"
import {
  type Direction,
  definitionOf,
  directionOf,
  type PagedProblem,
  paginate,
  responseKey,
  selectedIn,
  toJsonSchema,
} from "../../../shape/index.js"
import { snakeCase } from "../../../text/index.js"
import { checkConnections, type PageSizes } from "../check/index.js"

export interface CompiledDocument {
  readonly operation: Omit<OperationPlan, "data">
  /** The variables, as one input. */
  readonly input: JsonSchema
  /** The schema of the result, in snake_case; computed on demand, since most callers do not need it. */
  readonly output: () => JsonSchema
  readonly cost: Cost
  /** The fields of the root: `["repository"]`. */
  readonly roots: readonly string[]
  /** GitHub's names by the names in results. */
  readonly list?: DocumentList
  /** The reason why it has no paged list. */
  readonly unpaged?: string
}

/** The one list that a document reads page by page. */
export interface DocumentList {
  /** The path of its connection: `["repository", "issues"]`. */
  readonly path: readonly string[]
  /** The variables of its pages. */
  readonly first: string
  readonly after: string
  /** Whether another list uses the same variable as its page size. */
  readonly isShared: boolean
  /** The name of a page's nodes, or edges, in the answer. */
  readonly items: string
  readonly direction: Pick<Direction, "more" | "next">
}

export type DocumentResult =
  | { readonly ok: true; readonly compiled: CompiledDocument }
  | {
      readonly ok: false
      readonly diagnostics: readonly Diagnostic[]
    }

const FILE = "document.graphql"

/** The default page size. */
const PAGE = 30

const MOST = 100

/** @param text - one operation, with a name or without, and its fragments */
export function compileDocument(text: string, schema: GraphQLSchema): DocumentResult {
  const read = readDocument(FILE, text)
  const named = read.source && withName(read.source)
  const { source, diagnostics: unread } =
    named === undefined ? read : readDocument(FILE, named.text)
  const refused = (diagnostics: readonly Diagnostic[]): DocumentResult => {
    return { ok: false, diagnostics: asWritten(diagnostics, text, named) }
  }
  if (source === undefined) return refused(unread)
  const invalid = errorsIn(checkDocument(source, schema, { shared: [], spreadsSound: true }))
  if (invalid.length > 0) return refused(invalid)
  const tooLarge = wrongDefaults(source)
  if (tooLarge.length > 0) return refused(tooLarge)
  const { list, none } = listIn(source, schema)
  const paging = list && pagedBy(source, list, schema)
  const paged = paging?.paged
  const unpaged = none ?? paging?.problem
  const document = paged?.document ?? source
  const sizes = pageSizesIn(document)
  const sized = paged && { ...sizes, [paged.list.first]: { least: 1, most: MOST } }
  const pageSizeOf = (name: string) => (sized ?? sizes)[name] ?? "it has no bounds"
  const { cost, diagnostics } = checkConnections(document, schema, pageSizeOf)
  const wrong = errorsIn(diagnostics)
  if (wrong.length > 0) return refused(wrong)
  const operation = planRequest(paged ?? { document, sent: document }, schema, [])
  const [root] = document.operations
  const roots = root
    ? selectedIn(root.selectionSet, document.fragments).map(({ field }) => responseKey(field))
    : []
  return {
    ok: true,
    compiled: {
      operation,
      input: inputOf(operation, sized ?? sizes, paged),
      output: () => inSnakeCase(toJsonSchema(shapeOfAnswer(document, schema)) ?? {}),
      cost,
      roots: [...new Set(roots)],
      ...(paged && { list: paged.list }),
      ...(unpaged !== undefined && { unpaged }),
    },
  }
}

const errorsIn = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ severity }) => severity === "error")

/** The text with a name for its only operation; undefined if it has a name, or if there are several operations. */
function withName({ operations: [operation, ...others], file }: DocumentSource): Named | undefined {
  if (!operation || operation.name || others.length > 0) return undefined
  const start = operation.loc?.start ?? 0
  const isShort = file.text.startsWith("{", start)
  const at = isShort ? start : start + operation.operation.length
  const added = isShort ? "query Document " : " Document"
  return { text: file.text.slice(0, at) + added + file.text.slice(at), at, added }
}

interface Named {
  readonly text: string
  /** The offset of an addition. */
  readonly at: number
  readonly added: string
}

/** Converts positions to those in the original text. */
function asWritten(
  diagnostics: readonly Diagnostic[],
  text: string,
  named: Named | undefined,
): readonly Diagnostic[] {
  if (named === undefined) return diagnostics
  const before = text.slice(0, named.at).split("\n")
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1]
  return diagnostics.map((one) => {
    const isBehind = one.line === line && one.column >= column + named.added.length
    return {
      ...one,
      message: one.message.replace(/ (?:in|by) operation "Document"/, ""),
      ...(isBehind && { column: one.column - named.added.length }),
    }
  })
}

interface Paged {
  readonly document: DocumentSource
  readonly sent: DocumentSource
  readonly list: DocumentList
  /** Default number of items on a page. */
  readonly size: number
}

/** The document with its list's pages wired to variables, or why it stays unchanged. */
function pagedBy(
  source: DocumentSource,
  { path, field, items }: Connection,
  schema: GraphQLSchema,
): { readonly paged?: Paged; readonly problem?: string } {
  const connection = path.join(".")
  const direction = directionOf(source, connection, schema)
  const argument = (name: string) => field.arguments?.find((one) => one.name.value === name)?.value
  const [size, cursor] = [argument(direction.size), argument(direction.cursor)]
  const variableOf = (value: typeof size) =>
    value?.kind === Kind.VARIABLE ? value.name.value : undefined
  const declared = source.operations[0]?.variableDefinitions ?? []
  const free = (...names: string[]) =>
    names.find((name) => !declared.some(({ variable }) => variable.name.value === name))
  const names = {
    first: free("first", "page_size") ?? "page_size_",
    after: free("after", "page_cursor") ?? "page_cursor_",
  }
  const [first, after] = [variableOf(size) ?? names.first, variableOf(cursor) ?? names.after]
  const variables = { [first]: Path.derived("first"), [after]: Path.derived("after") }
  const { document, sent, problems } = paginate(
    source,
    { connection, size: "first", variables, names },
    schema,
  )
  // A page size shared with another list is allowed: only the cursor differs.
  const isOfSize = ({ node }: PagedProblem) =>
    node.kind === Kind.VARIABLE && node.name.value === first
  const [other] = problems.filter((one) => !isOfSize(one))
  if (other) return { problem: other.problem.message }
  const own = declared.find(({ variable }) => variable.name.value === first)?.defaultValue
  const given = size?.kind === Kind.INT ? size : own
  return {
    paged: {
      document,
      sent,
      list: { path, first, after, items, direction, isShared: problems.length > 0 },
      size: given?.kind === Kind.INT ? Number(given.value) : PAGE,
    },
  }
}

interface Connection {
  readonly path: readonly string[]
  readonly field: FieldNode
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
      else if (items !== undefined) found.push({ path: own, field, items })
    }
  }
  look(root, operation.selectionSet, [])
  const [only] = found
  if (only === undefined) return { none: "it selects no list" }
  const paths = found.map(({ path }) => path.join("."))
  return found.length === 1 ? { list: only } : { none: `it has several lists: ${paths.join(", ")}` }
}

interface OwnSizes extends PageSizes {
  /** The document's default. */
  readonly standard?: number
}

/** The ranges of page-size variables: GitHub accepts up to 100. */
function pageSizesIn({ ast, operations }: DocumentSource): Record<string, OwnSizes> {
  const sizes: Record<string, OwnSizes> = {}
  const definitions = operations[0]?.variableDefinitions ?? []
  visit(ast, {
    Field({ arguments: given = [] }) {
      const own = given.filter(({ name }) => ["first", "last"].includes(name.value))
      for (const { value } of own) {
        if (value.kind !== Kind.VARIABLE) continue
        const name = value.name.value
        const definition = definitions.find(({ variable }) => variable.name.value === name)
        const isOptional = definition?.type.kind !== Kind.NON_NULL_TYPE && !definition?.defaultValue
        // If one of two is omitted, neither has a size by itself.
        const isChoice = own.length > 1 && isOptional
        const standard = definition && defaultSize(definition)
        sizes[name] = {
          least: 1,
          most: MOST,
          ...(isChoice && { optionalInput: name }),
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

/** Reports default page sizes above GitHub's maximum. */
function wrongDefaults(document: DocumentSource): Diagnostic[] {
  const sizes = pageSizesIn(document)
  const declared = document.operations[0]?.variableDefinitions ?? []
  return declared.flatMap((one) => {
    const given = Object.hasOwn(sizes, one.variable.name.value) ? defaultSize(one) : undefined
    if (given === undefined || (given.size >= 1 && given.size <= MOST)) return []
    const { start = 0, end = start + 1 } = given.loc ?? {}
    const problem = aboutDocument.pageSize(String(given.size))
    return [diagnostic(problem, document.file, { start, end })]
  })
}

function inputOf(
  { variables, neverNull }: CompiledDocument["operation"],
  sizes: Readonly<Record<string, OwnSizes>>,
  paged: Paged | undefined,
): JsonSchema {
  const { properties = {}, required = [] } = toJsonSchema(variables) ?? {}
  const own = Object.entries(properties).map(([name, schema]) => {
    const size = sizes[name]
    const bounded = neverNull.includes(name) ? withoutNull(schema) : schema
    if (size === undefined) return [name, bounded]
    const standard = paged?.list.first === name ? paged.size : (size.standard ?? PAGE)
    const isChoice = size.optionalInput !== undefined
    const isGiven = required.includes(name) && paged?.list.first !== name
    return [
      name,
      {
        type: "integer",
        minimum: 1,
        maximum: MOST,
        ...(!isChoice && !isGiven && { default: standard }),
      },
    ]
  })
  return {
    type: "object",
    properties: Object.fromEntries(own),
    required: required.filter((name) => paged?.list.first !== name),
    additionalProperties: false,
  }
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema
  if (!Array.isArray(type)) return schema
  const kept = type.filter((one) => one !== "null")
  const [only] = kept
  return {
    ...schema,
    ...(only && { type: kept.length === 1 ? only : kept }),
    ...(values && { enum: values.filter((one) => one !== null) }),
  }
}

function inSnakeCase(schema: JsonSchema): JsonSchema {
  const { properties, required, items, anyOf, ...others } = schema
  return {
    ...others,
    ...(required && { required: required.map(resultName) }),
    ...(items && { items: inSnakeCase(items) }),
    ...(anyOf && { anyOf: anyOf.map(inSnakeCase) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [resultName(name), inSnakeCase(one)]),
      ),
    }),
  }
}

/** The name of an answer's field in a result. */
export function resultName(name: string): string {
  return name.startsWith("__") ? name : snakeCase(name)
}

import {
  type FieldNode,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableNode,
  visit,
} from "graphql"
import { checkDocument } from "../../../check/index.js"
import { type DocumentSource, readDocument } from "../../../parse/index.js"
import { selectedIn, sizesOf, typeOfParent } from "../../../shape/index.js"
import { pascalCase, snakeCase } from "../../../text/index.js"
import {
  draftDescription,
  FIELDS,
  ofChanges,
  type Proposal,
  ProposalError,
  REPEATS,
  type ScaffoldContext,
} from "../../route/index.js"
import { DocumentReader } from "./document-reader.js"
import { REST_NAMES } from "./query.js"

const FILE = "document.graphql"

/** The default page size. */
const PAGE = 30

/** A capability for an existing document; its names become those of capabilities. */
export function proposeDocument(known: ScaffoldContext, id: string, text: string): Proposal {
  const { source, diagnostics } = readDocument(FILE, text)
  const [operation, another] = source?.operations ?? []
  if (source === undefined || operation === undefined) {
    const why = diagnostics.map(({ line, message }) => ` Line ${line}: ${message}.`).join("")
    throw new ProposalError(`The document has no operation.${why}`)
  }
  if (another) throw new ProposalError("The document has several operations; leave one in it.")
  const root = known.schema().getRootType(operation.operation)
  if (!root) throw new ProposalError(`GitHub has no ${operation.operation}s.`)
  requireValid(known, source)
  const reader = new DocumentReader(known, source)
  const changes = operation.operation === "mutation"
  const { type, set, isList, items, count, result } = reader.resultIn(
    root,
    operation.selectionSet,
    !changes,
  )
  const { output, sources } = reader.outputOf(type, set)
  const names = namesFor(source)
  const inputs = {
    ...pageSizesIn(source, operation, set, names, isList),
    ...nodeIdsIn(source, names, known.schema()),
  }
  const pagination = {
    ...(result !== undefined && { connection: result }),
    ...(items !== undefined && { items }),
    ...(count !== undefined && { total_count: count }),
  }
  const destroys = /\bdelete[A-Z]/.test(text)
  return {
    card: {
      description: draftDescription(id),
      ...(changes && ofChanges(destroys ? "destroy" : "write")),
      ...(Object.keys(inputs).length > 0 && { input: inputs }),
      ...(isList ? { list: output } : { output }),
      graphql: {
        ...(result !== undefined && !isList && { result }),
        ...(isList && Object.keys(pagination).length > 0 && { pagination }),
        ...(Object.keys(sources).length > 0 && { output: sources }),
      },
    },
    document: renamed(source, operation, names, pascalCase(id), unusedIn(source, set, isList)),
    open: [...(changes ? [REPEATS] : []), ...(typeof output === "string" ? [] : [FIELDS])],
  }
}

function requireValid({ schema, shapes }: ScaffoldContext, source: DocumentSource): void {
  const shared = shapes.map(({ name }) => name)
  const found = checkDocument(source, schema(), { shared, spreadsSound: true })
  const wrong = found.flatMap(({ severity, code, line, column, message, help }) =>
    // A missing name is added.
    severity === "error" && code !== "GHX1204"
      ? [`\n  ${line}:${column} ${message}${help === undefined ? "" : ` (${help})`}`]
      : [],
  )
  if (wrong.length > 0) {
    throw new ProposalError(`The document is not valid against GitHub's schema:${wrong.join("")}`)
  }
}

/** Limits for page sizes that are inputs. The compiler sets that of the list itself. */
function pageSizesIn(
  { ast }: DocumentSource,
  { variableDefinitions = [] }: OperationDefinitionNode,
  result: SelectionSetNode,
  names: ReadonlyMap<string, string>,
  isList: boolean,
): Record<string, object> {
  const sizes: Record<string, object> = {}
  visit(ast, {
    Field(field) {
      const isOwn = isList && field.selectionSet?.selections.some((one) => holds(one, result))
      const own = sizesOf(field)
      for (const { value } of isOwn ? [] : own) {
        const variable = value.kind === Kind.VARIABLE ? value.name.value : ""
        const definition = variableDefinitions.find((one) => one.variable.name.value === variable)
        const name = names.get(variable)
        if (!definition || name === undefined) continue
        // Callers give either `first` or `last`.
        const isChoice = own.length > 1
        const isGiven =
          isChoice || definition.defaultValue || definition.type.kind === Kind.NON_NULL_TYPE
        sizes[name] = { minimum: 1, maximum: 100, ...(!isGiven && { default: PAGE }) }
      }
    },
  })
  return sizes
}

/** Types of node ids of which the document selects fields; any other node would be an empty result. */
function nodeIdsIn(
  { ast, fragments }: DocumentSource,
  names: ReadonlyMap<string, string>,
  schema: GraphQLSchema,
): Record<string, object> {
  const ids: Record<string, object> = {}
  visit(ast, {
    Field(field) {
      const [given] = field.arguments ?? []
      if (field.name.value !== "node" || given?.value.kind !== Kind.VARIABLE) return
      if (!field.selectionSet) return
      const selected = selectedIn(field.selectionSet, fragments)
      const own = selected.filter(({ field }) => field.name.value !== "__typename")
      const types = own.map((one) => schema.getType(typeOfParent(one) ?? ""))
      const name = names.get(given.value.name.value)
      if (name === undefined || !types.every((type) => isObjectType(type))) return
      const found = new Set(types.map((type) => type?.name))
      if (found.size > 0) ids[name] = { "x-ghx-node": [...found] }
    },
  })
  return ids
}

/** Where pages of lists within a result are asked for, which no card reads. */
function unusedIn({ ast }: DocumentSource, result: SelectionSetNode, isList: boolean): FieldNode[] {
  const unused: FieldNode[] = []
  visit(ast, {
    SelectionSet({ selections }) {
      if (selections.length < 2 || (isList && selections.some((one) => holds(one, result)))) return
      for (const one of selections)
        if (one.kind === Kind.FIELD && one.name.value === "pageInfo") unused.push(one)
    },
  })
  return unused
}

/** Whether a connection's selection contains its items. */
function holds(selection: SelectionNode, items: SelectionSetNode): boolean {
  if (selection.kind !== Kind.FIELD || !selection.selectionSet) return false
  const { selectionSet } = selection
  const own = selectionSet.selections
  // Selections of several places may have been merged.
  return own.some((one) => items.selections.includes(one) || holds(one, items))
}

/** The text with the operation name for the card, with variables renamed to inputs, and without unused fields. */
function renamed(
  source: DocumentSource,
  operation: OperationDefinitionNode,
  names: ReadonlyMap<string, string>,
  name: string,
  unused: readonly FieldNode[],
): string {
  const { text } = source.file
  const changes: { readonly start: number; readonly end: number; readonly by: string }[] = []
  const start = operation.loc?.start ?? 0
  const kind = operation.operation
  if (operation.name?.loc) {
    changes.push({ start: operation.name.loc.start, end: operation.name.loc.end, by: name })
  } else if (text.startsWith("{", start)) {
    changes.push({ start, end: start, by: `${kind} ${name} ` })
  } else {
    const end = start + kind.length
    changes.push({ start: end, end, by: ` ${name}` })
  }
  visit(source.ast, {
    Variable({ name: { value, loc } }: VariableNode) {
      const by = names.get(value)
      if (loc && by !== undefined) changes.push({ start: loc.start, end: loc.end, by })
    },
  })
  for (const { loc } of unused) {
    const before = /\s*$/.exec(text.slice(0, loc?.start))?.[0].length ?? 0
    if (loc) changes.push({ start: loc.start - before, end: loc.end, by: "" })
  }
  const inOrder = changes.sort((one, other) => other.start - one.start)
  const made = inOrder.reduce(
    (all, { start: from, end, by }) => all.slice(0, from) + by + all.slice(end),
    text,
  )
  return `${made.trim()}\n`
}

/** Names of inputs for variables: the usual names of capabilities, else snake_case. */
function namesFor({ ast, operations }: DocumentSource): Map<string, string> {
  const usual = new Map<string, string>()
  visit(ast, {
    Field({ name: field, arguments: given = [] }) {
      for (const { name, value } of given) {
        const own = REST_NAMES[`${field.value}.${name.value}`]
        if (value.kind === Kind.VARIABLE && own !== undefined) usual.set(value.name.value, own)
      }
    },
  })
  const declared = (operations[0]?.variableDefinitions ?? []).map(({ variable }) => variable.name)
  const names = new Map<string, string>()
  const isTaken = (name: string) => [...names.values()].includes(name)
  for (const { value } of declared) {
    const own = usual.get(value)
    if (own !== undefined && !isTaken(own)) names.set(value, own)
  }
  for (const { value } of declared) {
    if (names.has(value)) continue
    // If two names would be equal, the second stays unchanged.
    const own = snakeCase(value).replace(/^_+/, "")
    names.set(value, isTaken(own) ? value : own)
  }
  return names
}

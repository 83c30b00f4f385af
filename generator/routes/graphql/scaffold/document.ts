import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableNode,
  visit,
} from "graphql"
import { checkDocument } from "../../../check/index.js"
import { type DocumentSource, readDocument } from "../../../parse/index.js"
import { responseKey, selectedIn, typeOfParent } from "../../../shape/index.js"
import { camelCase, pascalCase, snakeCase } from "../../../text/index.js"
import {
  draftDescription,
  FIELDS,
  members,
  ofChanges,
  type Proposal,
  ProposalError,
  REPEATS,
  type ScaffoldContext,
  sentenceOf,
} from "../../route/index.js"
import { REST_NAMES } from "./query.js"

const FILE = "document.graphql"

/** The default page size. */
const PAGE = 30

const NAMES: ReadonlySet<string> = new Set(["login", "name", "name_with_owner"])

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
  const writer = new Writer(known, source)
  const changes = operation.operation === "mutation"
  const { type, set, isList, items, count, result } = writer.resultIn(
    root,
    operation.selectionSet,
    !changes,
  )
  const { output, sources } = writer.outputOf(type, set)
  const names = namesFor(source)
  const sizes = pageSizesIn(source, operation, set, names, isList)
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
      ...(Object.keys(sizes).length > 0 && { input: sizes }),
      ...(isList ? { list: output } : { output }),
      graphql: {
        ...(result !== undefined && !isList && { result }),
        ...(isList && Object.keys(pagination).length > 0 && { pagination }),
        ...(Object.keys(sources).length > 0 && { output: sources }),
      },
    },
    document: renamed(source, operation, names, pascalCase(id)),
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

interface Result {
  readonly type: GraphQLCompositeType
  readonly set: SelectionSetNode
  readonly isList: boolean
  /** The path of the items, if the compiler would otherwise choose others. */
  readonly items?: string | undefined
  /** The field that counts the list's items, if not `totalCount`. */
  readonly count?: string | undefined
  /** The path of the result, if the compiler would otherwise choose a list further down. */
  readonly result?: string | undefined
}

/** A field of an answer. */
interface Answered {
  readonly field: FieldNode
  readonly key: string
  readonly type: GraphQLOutputType
  readonly description: string | null | undefined
  /** Whether it is selected in several places. */
  readonly isMerged?: boolean
}

class Writer {
  constructor(
    private readonly known: ScaffoldContext,
    private readonly source: DocumentSource,
  ) {}

  /** The object that the compiler uses as the result: the last one on a path of single fields, or its connection. */
  resultIn(
    type: GraphQLCompositeType,
    set: SelectionSetNode,
    mayPage: boolean,
    path: readonly Answered[] = [],
  ): Result {
    const fields = this.fieldsIn(type, set)
    // The compiler follows single fields by itself.
    const isUnclear = path.some(({ isMerged }) => isMerged)
    const result = isUnclear ? path.map(({ key }) => key).join(".") : undefined
    const nodes = this.nodesIn(type, set)
    if (nodes !== undefined) {
      const { path: items, isOfEdges } = nodes
      if (fields.some(({ field }) => field.name.value === "nodes") && this.hasEdges(fields)) {
        throw new ProposalError(
          "The document selects `nodes` and `edges`; select all under `edges`.",
        )
      }
      const count = this.countOf(type, fields, path.at(-1)?.field)
      return { ...nodes, isList: true, items: isOfEdges ? items : undefined, count, result }
    }
    const [only, ...others] = fields
    const inner = only && others.length === 0 ? getNullableType(only.type) : undefined
    const below = only?.field.selectionSet
    if (!below || !isCompositeType(inner)) return { type, set, isList: false, result }
    // A mutation is not paged, because each page would repeat it.
    if (!mayPage && this.nodesIn(inner, below)) {
      return { type, set, isList: false, result: path.map(({ key }) => key).join(".") }
    }
    return this.resultIn(inner, below, mayPage, [...path, only])
  }

  /** The field that counts a search's results: the selected one, or else that of the searched type. */
  private countOf(
    type: GraphQLCompositeType,
    fields: readonly Answered[],
    search: FieldNode | undefined,
  ): string | undefined {
    if (isUnionType(type) || Object.hasOwn(type.getFields(), "totalCount")) return undefined
    const isCount = (name: string) => name.endsWith("Count")
    const selected = fields.find(({ field }) => isCount(field.name.value))
    if (selected) return selected.field.name.value
    const kind = search?.arguments?.find(({ name }) => name.value === "type")?.value
    const searched = kind?.kind === Kind.ENUM ? kind.value.toLowerCase() : ""
    const counts = Object.keys(type.getFields()).filter(isCount)
    return counts.find((name) => searched.startsWith(name.slice(0, -"Count".length))) ?? counts[0]
  }

  /** The card's keys for the result, and the paths in the document. */
  outputOf(type: GraphQLCompositeType, set: SelectionSetNode) {
    const named = this.partsOf(type, set)
    const words = named.map(({ own, fieldKeys }) => [own, fieldKeys] as const)
    const [shape] = this.shapesIn(set)
    if (shape !== undefined && words.length === 0) return { output: shape, sources: {} }
    if (words.length === 0)
      throw new ProposalError("The document selects no field of GitHub's schema.")
    return {
      output: { ...(shape !== undefined && { shape }), fields: members(words) },
      sources: Object.fromEntries(
        named.flatMap(({ own, from }) => (camelCase(own) === from ? [] : [[own, from] as const])),
      ),
    }
  }

  /** The parts of a result. The fields of a node stand beside those of its edge. */
  private partsOf(type: GraphQLCompositeType, set: SelectionSetNode): Part[] {
    const fields = this.fieldsIn(type, set)
    const node = isEdge(type) ? fields.find(({ field }) => field.name.value === "node") : undefined
    const { selectionSet } = node?.field ?? {}
    const inner = node && getNamedType(node.type)
    const isFlat = selectionSet && isCompositeType(inner) && !this.shapesIn(selectionSet).length
    const own = fields
      .filter((one) => !isFlat || (one !== node && one.field.name.value !== "cursor"))
      .flatMap((one) => this.partsOfField(one))
    if (!node || !isFlat) return own
    const isTaken = (name: string) => own.some((one) => one.own === name)
    const parts = this.partsOf(inner, selectionSet).map((part) => ({
      ...part,
      own: isTaken(part.own) ? `node_${part.own}` : part.own,
      from: `${node.key}.${part.from}`,
    }))
    return [...parts, ...own]
  }

  private partsOfField(one: Answered): Part[] {
    return this.expressionsOf(one).map(([own, from]) => {
      const described = from === one.key ? sentenceOf(one.description) : undefined
      return { own, from, fieldKeys: this.shapeOf(one) ?? described }
    })
  }

  /** The shape of a field, or of its items, if nothing else is selected. */
  private shapeOf({ field, type }: Answered): object | undefined {
    const inner = getNamedType(type)
    if (!field.selectionSet || !isCompositeType(inner)) return undefined
    const nodes = this.nodesIn(inner, field.selectionSet)
    const [shape] = this.shapesIn(nodes?.set ?? field.selectionSet)
    const others = this.fieldsIn(nodes?.type ?? inner, nodes?.set ?? field.selectionSet)
    if (shape === undefined || others.length > 0) return undefined
    const isMany = nodes !== undefined || isListType(getNullableType(type))
    return isMany ? { items: { shape } } : { shape }
  }

  /** The shapes that are spread, by their names. */
  private shapesIn({ selections }: SelectionSetNode): string[] {
    return selections.flatMap((one) => {
      if (one.kind === Kind.INLINE_FRAGMENT) return this.shapesIn(one.selectionSet)
      if (one.kind !== Kind.FRAGMENT_SPREAD) return []
      const { value } = one.name
      const own = this.source.fragments.get(value)
      if (own) return this.shapesIn(own.selectionSet)
      return this.known.shapes.some(({ name }) => name === value) ? [value] : []
    })
  }

  /** Names for a result, and expressions that read their values from the object with the field. */
  private expressionsOf({ field, key, type }: Answered): [own: string, from: string][] {
    const own = key === "__typename" ? "type" : snakeCase(key)
    const from = key
    if (!field.selectionSet) return [[own, from]]
    const inner = getNamedType(type)
    if (!isCompositeType(inner)) return [[own, from]]
    const nodes = this.nodesIn(inner, field.selectionSet)
    if (nodes === undefined) {
      const isMany = isListType(getNullableType(type))
      return [this.within(own, isMany ? `${from}[]` : from, inner, field.selectionSet)]
    }
    const { path, type: item, set } = nodes
    const all = this.fieldsIn(inner, field.selectionSet)
    const isOther = ({ field: { name }, key }: Answered) =>
      name.value !== "pageInfo" &&
      !path.startsWith(`${key}[]`) &&
      (name.value !== "edges" || this.hasEdges(all))
    return [
      this.within(own, `${from}.${path}`, item, set),
      ...all
        .filter(isOther)
        .flatMap((one) => this.expressionsOf(one))
        .map(([name, of]): [string, string] => [`${own}_${name}`, `${from}.${of}`]),
    ]
  }

  /** One leaf by itself, several as an object. */
  private within(
    own: string,
    path: string,
    type: GraphQLCompositeType,
    set: SelectionSetNode,
  ): [own: string, from: string] {
    const parts = this.partsOf(type, set)
    const [only, ...others] = parts
    if (only === undefined) return [own, path.replace(/\[\]$/, "")]
    const { own: leaf, from } = only
    // Results of ghx contain the name of an object instead of the object.
    const name = NAMES.has(leaf) ? own : `${own}_${leaf}`
    if (others.length === 0) return [name, `${path}.${from}`]
    return [own, `${path}.{${parts.map((part) => `${part.own}: ${part.from}`).join(", ")}}`]
  }

  /** The items of a connection, where the selection has them. */
  private nodesIn(type: GraphQLCompositeType, set: SelectionSetNode) {
    if (!isObjectType(type) || !Object.hasOwn(type.getFields(), "pageInfo")) return undefined
    const fields = this.fieldsIn(type, set)
    const nodes = fields.find(({ field }) => field.name.value === "nodes")
    if (nodes) return this.itemsOf(nodes, `${nodes.key}[]`)
    const { edge, node, own = [] } = this.edgesIn(fields) ?? {}
    if (edge && own.length > 0) return { ...edge, isOfEdges: true }
    return node && edge && this.itemsOf(node, `${edge.path}.${node.key}`)
  }

  /** The edges of a connection, their node, and their own fields. */
  private edgesIn(fields: readonly Answered[]) {
    const edges = fields.find(({ field }) => field.name.value === "edges")
    const edge = edges && this.itemsOf(edges, `${edges.key}[]`)
    if (!edge) return undefined
    const all = this.fieldsIn(edge.type, edge.set)
    const node = all.find(({ field }) => field.name.value === "node")
    const isOwn = ({ field: { name } }: Answered) =>
      !["node", "cursor", "__typename"].includes(name.value)
    return { edge, node, own: all.filter(isOwn) }
  }

  /** Whether edges have more than their cursors. */
  private hasEdges(fields: readonly Answered[]): boolean {
    const { node, own } = this.edgesIn(fields) ?? {}
    return node !== undefined || own?.[0] !== undefined
  }

  private itemsOf({ field, type }: Answered, path: string) {
    const item = getNamedType(type)
    return isCompositeType(item) && field.selectionSet
      ? { type: item, set: field.selectionSet, path, isOfEdges: false }
      : undefined
  }

  /** The fields that are answered, of fragments, too; each once, with all that is selected in it. */
  private fieldsIn(type: GraphQLCompositeType, set: SelectionSetNode): Answered[] {
    const found = new Map<string, Answered>()
    for (const selected of selectedIn(set, this.source.fragments)) {
      const { field } = selected
      const on = this.known.schema().getType(typeOfParent(selected) ?? type.name)
      const key = responseKey(field)
      if (field.name.value === "__typename") {
        const text = this.known.schema().getType("String")
        if (text && !isCompositeType(text) && !("getFields" in text))
          found.set(key, { field, key, type: text, description: undefined })
        continue
      }
      if (!isCompositeType(on) || isUnionType(on)) continue
      const described = on.getFields()[field.name.value]
      if (!described) continue
      const one = { field, key, type: described.type, description: described.description }
      const before = found.get(key)
      found.set(key, before ? merged(before, one) : one)
    }
    return [...found.values()]
  }
}

/** A part of a result, and the expression that reads it. */
interface Part {
  readonly own: string
  readonly from: string
  readonly fieldKeys: ReturnType<typeof sentenceOf> | object
}

const isEdge = (type: GraphQLCompositeType) =>
  isObjectType(type) && ["node", "cursor"].every((name) => Object.hasOwn(type.getFields(), name))

/** A field that is selected in several places, with the selections of all. */
function merged(one: Answered, { field: { selectionSet }, type }: Answered): Answered {
  const { field } = one
  if (!field.selectionSet || !selectionSet || field.selectionSet === selectionSet) return one
  const { name } = getNamedType(type)
  const typeCondition = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } } as const
  const isSame = name === getNamedType(one.type).name
  const more = isSame
    ? selectionSet.selections
    : [{ kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet } as const]
  const selections = [...field.selectionSet.selections, ...more]
  const set = { ...field.selectionSet, selections }
  return { ...one, field: { ...field, selectionSet: set }, isMerged: true }
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
    Field({ arguments: given = [], selectionSet }) {
      const isOwn = isList && selectionSet?.selections.some((one) => holds(one, result))
      const own = given.filter(({ name }) => ["first", "last"].includes(name.value))
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

/** Whether a connection's selection contains its items. */
function holds(selection: SelectionNode, items: SelectionSetNode): boolean {
  if (selection.kind !== Kind.FIELD || !selection.selectionSet) return false
  const { selectionSet } = selection
  const own = selectionSet.selections
  // Selections of several places may have been merged.
  return own.some((one) => items.selections.includes(one) || holds(one, items))
}

/** The text with the operation name for the card, and with variables renamed to inputs. */
function renamed(
  source: DocumentSource,
  operation: OperationDefinitionNode,
  names: ReadonlyMap<string, string>,
  name: string,
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

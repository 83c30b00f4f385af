import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from "graphql"
import type { DocumentSource } from "../../../parse/index.js"
import { isUnconditional, responseKey, selectedIn, typeOfParent } from "../../../shape/index.js"
import { camelCase, snakeCase } from "../../../text/index.js"
import { members, ProposalError, type ScaffoldContext, sentenceOf } from "../../route/index.js"

const NAMES: ReadonlySet<string> = new Set(["login", "name", "name_with_owner"])

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

interface Answered {
  readonly field: FieldNode
  readonly key: string
  readonly type: GraphQLOutputType
  readonly description: string | null | undefined
  /** Whether it is selected in several places. */
  readonly isMerged?: boolean
}

/** Derives the keys of a card from a document. */
export class DocumentReader {
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
      const path = isMany ? from + this.eachOf(inner, field.selectionSet) : from
      return [this.within(own, path, inner, field.selectionSet)]
    }
    const { path, type: item, set } = nodes
    const all = this.fieldsIn(inner, field.selectionSet)
    const isOther = ({ field: { name }, key }: Answered) =>
      name.value !== "pageInfo" &&
      !path.startsWith(`${key}[`) &&
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
    if (only === undefined) return [own, path.replace(/\[[^\]]*\]$/, "")]
    const { own: leaf, from } = only
    // Results of ghx contain the name of an object instead of the object.
    const name = NAMES.has(leaf) ? own : `${own}_${leaf}`
    if (others.length === 0) return [name, `${path}.${from}`]
    // A null item would be an object of nulls.
    const each = path.endsWith("[]") ? `${path} | []` : path
    return [own, `${each}.{${parts.map((part) => `${part.own}: ${part.from}`).join(", ")}}`]
  }

  /** The items of a connection, where the selection has them. */
  private nodesIn(type: GraphQLCompositeType, set: SelectionSetNode) {
    if (!isObjectType(type) || !Object.hasOwn(type.getFields(), "pageInfo")) return undefined
    const fields = this.fieldsIn(type, set)
    const nodes = fields.find(({ field }) => field.name.value === "nodes")
    if (nodes) return this.itemsOf(nodes, nodes.key)
    const { edge, node, own = [] } = this.edgesIn(fields) ?? {}
    if (edge && own.length > 0) return { ...edge, isOfEdges: true }
    return node && edge && this.itemsOf(node, `${edge.path}.${node.key}`, false)
  }

  /** The edges of a connection, their node, and their own fields. */
  private edgesIn(fields: readonly Answered[]) {
    const edges = fields.find(({ field }) => field.name.value === "edges")
    const edge = edges && this.itemsOf(edges, edges.key)
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

  private itemsOf({ field: { selectionSet: set }, type }: Answered, name: string, isMany = true) {
    const item = getNamedType(type)
    if (!isCompositeType(item) || !set) return undefined
    const path = isMany ? name + this.eachOf(item, set) : name
    return { type: item, set, path, isOfEdges: false }
  }

  /** All items of a list, or those of the types that a document selects: the others are empty objects. */
  private eachOf(type: GraphQLCompositeType, set: SelectionSetNode): string {
    if (!isAbstractType(type)) return "[]"
    const byType = new Map<string, Set<string>>()
    for (const selected of selectedIn(set, this.source.fragments)) {
      const { field } = selected
      if (field.name.value === "__typename") continue
      const on = this.known.schema().getType(typeOfParent(selected) ?? type.name)
      if (!isObjectType(on)) return "[]"
      const keys = byType.get(on.name) ?? new Set()
      byType.set(on.name, keys)
      const known = on.getFields()[field.name.value]
      if (known && isUnconditional(selected) && isNeverFalse(known.type))
        keys.add(responseKey(field))
    }
    if (byType.size === this.known.schema().getPossibleTypes(type).length) return "[]"
    const [first, ...others] = byType.values()
    const common = [...(first ?? [])].find((key) => others.every((keys) => keys.has(key)))
    return common === undefined ? "[]" : `[?${common}]`
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

/** Whether a value is neither null nor, as a text can be, empty. */
const isNeverFalse = (type: GraphQLOutputType) =>
  isNonNullType(type) && !["String", "Boolean", "HTML"].includes(getNamedType(type).name)

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

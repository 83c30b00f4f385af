import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionSetNode,
} from "graphql"
import type { Item, Synthesizer } from "../synthesize/index.js"
import type { Synthesis } from "./field/index.js"

/** Values from arguments, which the fields of the same name return. */
type Given = Readonly<Record<string, unknown>>

/** An object of a known type; its fields are synthesized on access. */
class Synthesized {
  /** Its type, under the same name as in rows of the state. */
  readonly kind: string
  /** The key that its values depend on. */
  readonly key: string
  readonly given: Given
  constructor(kind: string, key: string, given: Given) {
    this.kind = kind
    this.key = key
    this.given = given
  }
}

interface Window {
  /** Given items. */
  readonly items: readonly Item[] | undefined
  readonly total: number
  readonly from: number
  readonly to: number
}

/** A part of a synthesized connection. */
class SynthesizedConnection extends Synthesized {
  readonly window: Window
  constructor(kind: string, key: string, window: Window) {
    super(kind, key, {})
    this.window = window
  }
}

/** An edge of a synthesized connection: its node is the one in `nodes`. */
class SynthesizedEdge extends Synthesized {
  readonly node: Synthesized
  constructor(kind: string, node: Synthesized, cursor: string) {
    super(kind, `${node.key}.edge`, { cursor })
    this.node = node
  }
}

const ID = /^INVENTED_([A-Za-z0-9]+)_[0-9a-f]+$/

/**
 * Synthesizes the parts of a request that the state does not model.
 *
 * @param isModelled - whether the state has objects of a type
 */
export function synthesisBy(
  synthesizer: Synthesizer,
  isModelled: (type: string) => boolean,
): Synthesis {
  const places = new Set<string>()
  return {
    places,
    isSynthesized: (source) => source instanceof Synthesized,
    byId(id, info) {
      const others = [...namedIn(info)].filter((name) => isObjectType(info.schema.getType(name)))
      const named = others.some(isModelled) ? undefined : synthesizer.oneOf(id, others)
      const [, kind = named] = ID.exec(id) ?? []
      if (kind === undefined) return undefined
      places.add(kind)
      return new Synthesized(kind, id, { id })
    },
    field(source, args, info) {
      const { fieldName, parentType, returnType } = info
      places.add(placeOf(info))
      const isPayload = parentType.name.endsWith("Payload")
      const { key, given } =
        source instanceof Synthesized ? source : { key: keyOf(source, info), given: {} }
      if (source instanceof SynthesizedEdge && fieldName === "node") return source.node
      const asked = Object.keys(args).length > 0 ? JSON.stringify(args) : ""
      return synthesizedOf(returnType, {
        info,
        source,
        args,
        key: `${key}.${fieldName}${asked}`,
        given: { ...(isPayload && given), ...givenIn(args) },
        // Fields of modelled objects and payloads are never null, so that a first try shows more than null.
        mayBeNull: source instanceof Synthesized && !isPayload,
      })
    },
  }

  function synthesizedOf(type: GraphQLOutputType, at: Place): unknown {
    const { key, source, info } = at
    if (isNonNullType(type)) return synthesizedOf(type.ofType, { ...at, mayBeNull: false })
    const inConnection = source instanceof SynthesizedConnection
    const part = inConnection ? partOf(source, info.fieldName, type, at) : undefined
    if (part !== undefined) return part
    const given = source instanceof Synthesized ? source.given[info.fieldName] : undefined
    if (given === undefined && at.mayBeNull && synthesizer.isAbsent(key)) return null
    if (isListType(type)) {
      const items = given === undefined ? synthesizer.itemsOf(placeOf(info)) : undefined
      const length = items?.length ?? 1 + synthesizer.number(key, 3)
      return Array.from({ length }, (_, index) =>
        itemOf(type.ofType, `${key}[${index}]`, at, items?.[index]),
      )
    }
    if (isEnumType(type)) {
      const names = type.getValues().map(({ value }) => value)
      return names.includes(given) ? given : synthesizer.oneOf(key, names)
    }
    if (isScalarType(type)) {
      const scalar = scalarOf(type.name, at)
      return typeof given === typeof scalar ? given : scalar
    }
    const kind = isAbstractType(type) ? chosen(type, at) : type
    return windowOf(kind, at) ?? new Synthesized(kind.name, key, at.given)
  }

  function itemOf(type: GraphQLOutputType, key: string, at: Place, members: Item = {}): unknown {
    const { __typename: kind = undefined } = members
    if (typeof kind === "string") return new Synthesized(kind, key, members)
    return synthesizedOf(type, { ...at, key, given: members, mayBeNull: false, source: undefined })
  }

  /** One of the types that the request names, if it names any. */
  function chosen(type: GraphQLAbstractType, { info, key }: Place): GraphQLObjectType {
    const possible = info.schema.getPossibleTypes(type)
    const named = namedIn(info)
    const spoken = possible.filter(({ name }) => named.has(name))
    const one = synthesizer.oneOf(key, spoken.length > 0 ? spoken : possible)
    if (!one) throw new Error(`Nothing is a ${type.name}`)
    return one
  }

  function windowOf(type: GraphQLObjectType, { key, args, info }: Place) {
    const isConnection = type.name.endsWith("Connection") && "pageInfo" in type.getFields()
    if (!isConnection) return undefined
    const { first, last, after, before, ...others } = args
    // All pages belong to one list.
    const list = `${key.slice(0, key.lastIndexOf(info.fieldName))}${JSON.stringify(others)}`
    const items = synthesizer.itemsOf(placeOf(info))
    const total = items?.length ?? 1 + synthesizer.number(list, 5)
    let from = after === undefined || after === null ? 0 : positionOf(after) + 1
    let to = before === undefined || before === null ? total : positionOf(before)
    if (typeof first === "number") to = Math.min(to, from + first)
    if (typeof last === "number") from = Math.max(from, to - last)
    from = Math.min(from, total)
    return new SynthesizedConnection(type.name, list, {
      items,
      total,
      from,
      to: Math.max(from, to),
    })
  }

  function partOf(
    { key, window }: SynthesizedConnection,
    name: string,
    type: GraphQLOutputType,
    at: Place,
  ): unknown {
    const { items, total, from, to } = window
    if (name === "totalCount") return total
    if (name === "pageInfo") {
      return {
        hasNextPage: to < total,
        hasPreviousPage: from > 0,
        startCursor: to > from ? cursorOf(from) : null,
        endCursor: to > from ? cursorOf(to - 1) : null,
      }
    }
    if ((name !== "nodes" && name !== "edges") || !isListType(type)) return undefined
    return Array.from({ length: to - from }, (_, index) => {
      const item = itemOf(type.ofType, `${key}[${from + index}]`, at, items?.[from + index])
      return item instanceof Synthesized && name === "edges"
        ? new SynthesizedEdge(item.kind, item, cursorOf(from + index))
        : item
    })
  }

  function scalarOf(type: string, { key, info }: Place): unknown {
    const name = info.fieldName
    switch (type) {
      case "Boolean":
        return synthesizer.number(key, 2) === 1
      case "Int":
        return 1 + synthesizer.number(key, 1000)
      case "Float":
        return (1 + synthesizer.number(key, 1000)) / 4
      case "BigInt":
        return String(1 + synthesizer.number(key, 1_000_000))
      case "ID":
        return `INVENTED_${info.parentType.name}_${synthesizer.hex(key, 12)}`
      case "DateTime":
      case "PreciseDateTime":
      case "GitTimestamp":
        return synthesizer.time(key)
      case "Date":
        return synthesizer.time(key).slice(0, 10)
      case "URI":
        return synthesizer.url(key, name)
      case "GitObjectID":
        return synthesizer.hex(key, 40)
      case "HTML":
        return `<p>${synthesizer.text(key, name)}</p>`
      default:
        return synthesizer.text(key, name)
    }
  }
}

interface Place {
  readonly info: GraphQLResolveInfo
  readonly source: unknown
  readonly args: Given
  readonly key: string
  readonly given: Given
  readonly mayBeNull: boolean
}

function placeOf({ parentType, fieldName }: GraphQLResolveInfo): string {
  return `${parentType.name}.${fieldName}`
}

/** The same key for two requests of the same object, regardless of aliases. */
function keyOf(source: unknown, { parentType }: GraphQLResolveInfo): string {
  const { id }: { id?: unknown } = Object(source)
  return id === undefined ? parentType.name : `${parentType.name} ${String(id)}`
}

function givenIn(args: Given): Given {
  const { input } = args
  const all = { ...args, ...(typeof input === "object" && input) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => typeof value !== "object"))
}

const cursorOf = (position: number): string => `synthesized:${position}`

function positionOf(cursor: unknown): number {
  const position = Number(String(cursor).replace(/^synthesized:/, ""))
  return Number.isInteger(position) ? position : -1
}

/** The types that the selections of a field name. */
function namedIn({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const names = new Set<string>()
  const look = (set: SelectionSetNode | undefined) => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) continue
      const part =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection
      const name = part?.typeCondition?.name.value
      if (name !== undefined) names.add(name)
      look(part?.selectionSet)
    }
  }
  for (const { selectionSet } of fieldNodes as readonly FieldNode[]) look(selectionSet)
  return names
}

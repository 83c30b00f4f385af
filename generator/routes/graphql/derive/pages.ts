import {
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isNonNullType,
  isObjectType,
  Kind,
} from "graphql"
import {
  type Change,
  type Derived,
  NO_CHANGES,
  type RuleContext,
  walk,
} from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutList } from "../../../messages/index.js"
import { atKey, type DocumentSource, type WrittenCard } from "../../../parse/index.js"
import {
  definitionOf,
  fieldsAt,
  isUnconditional,
  responseKey,
  type Selected,
  selectedIn,
} from "../../../shape/index.js"

/** Derives the pages of a list from the connection at the end of the walk down the document. */
export function derivePages(
  { documentPath, pagination }: NonNullable<WrittenCard["graphql"]>,
  { shape, union }: NonNullable<WrittenCard["list"]> = {},
  { documents, source }: RuleContext,
): Derived {
  if (documentPath === undefined) return NO_CHANGES
  const document = documents.sound(documentPath)
  if (document === undefined) return { changes: [], isPartial: true }
  const schema = documents.schema()
  const { path, type } = walk(document, schema)
  const fields = isObjectType(type) ? Object.keys(type.getFields()) : []
  const at = ["graphql", "pagination"]
  if (pagination?.connection === undefined && !fields.includes("pageInfo")) {
    const problem = aboutList.noConnection(path.join("."), documentPath)
    return { changes: [], problems: [atKey(source, ["list"], problem)] }
  }
  const connection = pagination?.connection ?? path.join(".")
  const items = union ? "all" : itemsOf(document, connection.split("."), shape, schema)
  const changes: Change[] =
    pagination?.connection === undefined
      ? [{ at: [...at, "connection"], value: connection, from: ["list"] }]
      : []
  if (pagination?.items !== undefined || items === "all") return { changes }
  return {
    changes: [
      ...changes,
      { at: [...at, "items"], value: Path.derived(items.expression), from: ["list"] },
    ],
  }
}

/** The nodes of a connection that are items of a list. */
type PageItems =
  /** All nodes. */
  | "all"
  /** Items that satisfy an expression on the connection's nodes. */
  | { readonly expression: string }

/**
 * The nodes that are items: those of types on which the shape's fragment is spread or, without a spread, of types
 * with a selection. They are recognized by a field that all of them select, that no other node selects, and that is
 * never falsy. If there is none, `__typename` is added to the document.
 */
function itemsOf(
  document: DocumentSource,
  connection: readonly string[],
  fragment: string | undefined,
  schema: GraphQLSchema,
): PageItems {
  const list = ["nodes", "edges"].find((name) => fieldsAt(document, [...connection, name], schema))
  const path = list === "edges" ? ["edges", "node"] : ["nodes"]
  const nodes = fieldsAt(document, [...connection, ...path], schema)
  if (!isAbstractType(nodes?.type)) return "all"
  const sets = nodes.selected.flatMap(({ field }) => field.selectionSet ?? [])
  const selected = sets.flatMap((set) => selectedIn(set, document.fragments))
  const possible = schema.getPossibleTypes(nodes.type)
  const applies = ({ through }: Selected, to: GraphQLObjectType) =>
    through.every(({ on }) => {
      const type = on === undefined ? to : schema.getType(on)
      return type === to || (isAbstractType(type) && schema.isSubType(type, to))
    })
  const spread = selected.filter(({ through }) =>
    through.some(({ use }) => use.kind === Kind.FRAGMENT_SPREAD && use.name.value === fragment),
  )
  const chosen = spread.length > 0 ? spread : selected.filter(({ field }) => !isTypeName(field))
  const types = possible.filter((type) => chosen.some((one) => applies(one, type)))
  if (types.length === 0 || types.length === possible.length) return "all"
  const others = possible.filter((type) => !types.includes(type))
  const discriminator = selected.find((one) => {
    const key = responseKey(one.field)
    const has = (type: GraphQLObjectType) =>
      selected.some((other) => responseKey(other.field) === key && applies(other, type))
    return isAlwaysTrue(one, schema) && types.every(has) && !others.some(has)
  })
  const all = list === "edges" ? "edges[].node | " : "nodes"
  if (discriminator !== undefined)
    return { expression: `${all}[?${responseKey(discriminator.field)}]` }
  const typeName = selected.find(
    (one) => isTypeName(one.field) && one.through.length === 0 && isUnconditional(one),
  )
  const key = typeName ? responseKey(typeName.field) : "__typename"
  const isOne = types.map(({ name }) => `${key} == '${name}'`)
  return { expression: `${all}[?${isOne.join(" || ")}]` }
}

function isTypeName({ name }: Selected["field"]): boolean {
  return name.value === "__typename"
}

/** The field is never null where it is selected, and is not a string that may be empty. */
function isAlwaysTrue(selected: Selected, schema: GraphQLSchema): boolean {
  const { field } = selected
  if (isTypeName(field) || !isUnconditional(selected)) return false
  const type = definitionOf(selected, undefined, schema)?.type
  if (!isNonNullType(type)) return false
  const { ofType } = type
  return isEnumType(ofType) || isObjectType(ofType) || ["ID", "Int"].includes(String(ofType))
}

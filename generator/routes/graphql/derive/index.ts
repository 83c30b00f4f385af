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
  combineDerived,
  type Derived,
  documentOf,
  NO_CHANGES,
  notDerived,
  type RouteExpander,
  type RuleContext,
} from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutList, aboutShared } from "../../../messages/index.js"
import {
  atKey,
  type DocumentSource,
  lookupPath,
  type WrittenCard,
  type WrittenGraphqlLookup,
} from "../../../parse/index.js"
import {
  definitionOf,
  fieldsAt,
  isUnconditional,
  responseKey,
  type Selected,
  selectedIn,
  walk,
} from "../../../shape/index.js"
import { pascalCase, snakeCase } from "../../../text/index.js"
import { sourcesOfGraphql } from "./sources.js"
import { deriveUnion } from "./union.js"

export const graphqlExpander: RouteExpander = {
  type: "graphql",
  rules: {
    section: [deriveOperation],
    lookups: [deriveLookupDocument, deriveVariables],
    result: [deriveResult],
  },
  sources: sourcesOfGraphql,
  changingPart({ graphql }, { documents, source }) {
    if (graphql?.documentPath === undefined) return undefined
    const [operation] = documents.get(graphql.documentPath).source?.operations ?? []
    if (operation?.operation !== "mutation") return undefined
    const what = `\`${operation.name?.value ?? "the operation"}\` is a mutation`
    return { what, span: source.keySpan(["graphql"]) }
  },
  lookups: {
    values: "variables",
    namesIn(entry, { documents }) {
      const path =
        typeof entry.documentPath === "string"
          ? entry.documentPath
          : lookupPath(String(entry.document))
      const [operation] = documents.get(path).source?.operations ?? []
      return (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
    },
    // Unless it names a document, an entry uses the document with the name of the entry, even if the card gives the
    // lookup another name.
    whole: (name, entry) =>
      entry.documentPath === undefined ? { document: name, ...entry } : entry,
    isThere: (name, { documents }) => documents.has(lookupPath(name)),
  },
  pages: ({ graphql, list }, context) => graphql && derivePages(graphql, list, context),
  union: deriveUnion,
}

/** Derives the document's path and its operation's name from the card's path. */
function deriveOperation({ graphql }: WrittenCard, { source }: RuleContext): Derived {
  if (graphql === undefined) return { changes: [] }
  const changes: Change[] = []
  if (graphql.operationName === undefined) {
    const value = pascalCase(source.pathId)
    changes.push({ at: ["graphql", "operationName"], value, from: ["graphql"] })
  }
  if (graphql.documentPath === undefined) {
    const value = `operations/${source.pathId.replaceAll(".", "/")}.graphql`
    changes.push({ at: ["graphql", "documentPath"], value, from: ["graphql"] })
  }
  return { changes }
}

/** Derives the result of a document: the last object of the walk down; for a list, its connection. */
function deriveResult({ graphql }: WrittenCard, { documents }: RuleContext): Derived {
  const source = documents.sound(graphql?.documentPath)
  if (source === undefined || graphql?.result !== undefined || graphql?.pagination)
    return NO_CHANGES
  const { path, isLeaf } = walk(source, documents.schema())
  const value = (isLeaf ? path.slice(0, -1) : path).join(".")
  if (value === "") return NO_CHANGES
  return { changes: [{ at: ["graphql", "result"], value: Path.derived(value), from: ["graphql"] }] }
}

/**
 * A variable with the name of a lookup takes the result of the lookup. It takes the input of that name only
 * if there is no such lookup, so that a checked name is never sent unchecked.
 */
function deriveVariables({ graphql }: WrittenCard, { documents }: RuleContext): Derived {
  const { documentPath, lookups = {}, variables = {} } = graphql ?? {}
  if (documentPath === undefined) return NO_CHANGES
  const [operation] = documents.get(documentPath).source?.operations ?? []
  const names = (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  const changes = names.flatMap((name): Change[] => {
    const lookup = [name, snakeCase(name)].find((one) => Object.hasOwn(lookups, one))
    if (lookup === undefined || variables[name] !== undefined) return []
    const from = ["graphql", "lookups", lookup]
    return [{ at: ["graphql", "variables", name], value: Path.derived(`$lookups.${lookup}`), from }]
  })
  return { changes }
}

/** Derives the document and the operation of a lookup from its name, and its result from the only leaf. */
function deriveLookupDocument({ graphql }: WrittenCard, context: RuleContext): Derived {
  const lookups = Object.entries(graphql?.lookups ?? {})
  return combineDerived(
    lookups.flatMap(([name, lookup]) => [
      deriveDocument(name, lookup),
      deriveLeaf(name, lookup, context),
    ]),
  )
}

function deriveDocument(name: string, lookup: WrittenGraphqlLookup): Derived {
  const at = ["graphql", "lookups", name]
  const { document, documentPath, operationName } = lookup
  const from = document === undefined ? at : [...at, "document"]
  const path = documentOf(name, lookup)
  const called = (/([^/]+)\.graphql$/.exec(path) ?? [])[1] ?? name
  const changes: Change[] = []
  if (operationName === undefined)
    changes.push({ at: [...at, "operationName"], value: pascalCase(called), from })
  if (documentPath === undefined) changes.push({ at: [...at, "documentPath"], value: path, from })
  if (document !== undefined) changes.push({ at: [...at, "document"], from })
  return { changes }
}

function deriveLeaf(name: string, lookup: WrittenGraphqlLookup, context: RuleContext): Derived {
  if (lookup.result !== undefined) return NO_CHANGES
  const { documents, source } = context
  const at = ["graphql", "lookups", name]
  if (lookup.among !== undefined)
    return {
      changes: [{ at: [...at, "result"], value: Path.derived("@"), from: [...at, "among"] }],
    }
  const path = documentOf(name, lookup)
  const document = documents.sound(path)
  if (document === undefined) {
    // A missing document is reported elsewhere.
    return { changes: [{ at: [...at, "result"], value: Path.derived("@"), from: at }] }
  }
  const { path: leaf, isLeaf } = walk(document, documents.schema())
  if (isLeaf)
    return { changes: [{ at: [...at, "result"], value: Path.derived(leaf.join(".")), from: at }] }
  return notDerived(atKey(source, at, aboutShared.noOneResult(path)))
}

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
    return notDerived(atKey(source, ["list"], problem))
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

import {
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
} from "graphql"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { leafSchema, nullable } from "./json-schema.js"
import { contractNames, identifier } from "./names.js"
import { type Possibility, type Selected, Selections } from "./selections.js"

/** The part of a card that maps everything a document selects. */
export interface OutputPart {
  readonly output_schema: JsonSchema
  readonly output: Readonly<Record<string, string>>
  readonly result?: string
  readonly pagination?: { readonly connection: string }
}

/**
 * A contract with every selected field, and the path expressions that read them.
 *
 * It is found by trying every type and every decision rather than by reasoning, so that it can disagree with the
 * compiler under test.
 */
export function outputOfSelection(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): OutputPart {
  const selections = new Selections(document, schema)
  let current: readonly Possibility[] = selections.roots(operation)
  const path: string[] = []
  for (let only = onlyObject(selections.fieldsOf(current)); only !== undefined; ) {
    path.push(only.key)
    current = only.children
    only = onlyObject(selections.fieldsOf(current))
  }
  const result = path.map(identifier).join(".")
  const fields = selections.fieldsOf(current)
  if (isPage(operation, selections, fields)) {
    const nodes = fields.get("nodes")?.children ?? []
    return { ...objectOf(selections, nodes), pagination: { connection: result } }
  }
  return { ...objectOf(selections, current), ...(path.length > 0 ? { result } : {}) }
}

/** The only key of an object that holds an object, through which `result` can go. */
function onlyObject(fields: ReadonlyMap<string, Selected>) {
  const [first, second] = fields
  if (first === undefined || second !== undefined) return undefined
  const [key, { type, children }] = first
  const inner = isNonNullType(type) ? type.ofType : type
  return isListType(inner) || isLeafType(inner) ? undefined : { key, children }
}

function isPage(
  { variableDefinitions = [] }: OperationDefinitionNode,
  selections: Selections,
  fields: ReadonlyMap<string, Selected>,
): boolean {
  const variables = variableDefinitions.map(({ variable }) => variable.name.value)
  const pageInfo = selections.fieldsOf(fields.get("pageInfo")?.children ?? [])
  return (
    ["first", "after"].every((name) => variables.includes(name)) &&
    ["hasNextPage", "endCursor"].every((key) => pageInfo.has(key)) &&
    [...fields.keys()].sort().join() === "nodes,pageInfo,totalCount"
  )
}

function objectOf(
  selections: Selections,
  possibilities: readonly Possibility[],
): Pick<OutputPart, "output_schema" | "output"> {
  const fields = selections.fieldsOf(possibilities)
  const names = contractNames(fields.keys())
  const properties: Record<string, JsonSchema> = {}
  const output: Record<string, string> = {}
  for (const [key, field] of fields) {
    const name = names.get(key) ?? key
    const { schema, expression } = fieldOf(selections, identifier(key), field)
    properties[name] = field.isAlwaysThere || isNullable(schema) ? schema : nullable(schema)
    output[name] = expression
  }
  const required = Object.keys(properties)
  return {
    output_schema: { type: "object", required, additionalProperties: false, properties },
    output,
  }
}

function fieldOf(
  selections: Selections,
  key: string,
  { type, children }: Selected,
): { schema: JsonSchema; expression: string } {
  const inner = isNonNullType(type) ? type.ofType : type
  const isMaybeNull = inner === type
  const settle = (schema: JsonSchema) => (isMaybeNull ? nullable(schema) : schema)
  const named = getNamedType(type)
  if (isLeafType(named)) return { schema: settle(leafOrList(inner)), expression: key }
  const { output_schema, output } = objectOf(selections, children)
  const members = Object.entries(output).map(([name, expression]) => `${name}: ${expression}`)
  const hash = `{${members.join(", ")}}`
  if (!isListType(inner)) return { schema: settle(output_schema), expression: `${key}.${hash}` }
  // A hash of null is a hash of nulls, so a list drops its null items before it makes objects.
  const list = isNonNullType(inner.ofType) ? `${key}[]` : `${key}[] | []`
  return {
    schema: settle({ type: "array", items: output_schema }),
    expression: `${list}.${hash}`,
  }
}

function leafOrList(type: GraphQLOutputType): JsonSchema {
  if (isListType(type)) {
    const { ofType } = type
    const items = isNonNullType(ofType) ? ofType.ofType : ofType
    return {
      type: "array",
      items: items === ofType ? nullable(leafOrList(items)) : leafOrList(items),
    }
  }
  if (!isLeafType(type)) throw new Error(`no leaf: ${String(type)}`)
  return leafSchema(type)
}

function isNullable(schema: JsonSchema): boolean {
  return [schema.type].flat().includes("null")
}

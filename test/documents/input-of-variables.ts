import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
} from "graphql"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { leafSchema, nullable } from "./json-schema.js"
import { contractNames, identifier } from "./names.js"

/** The part of a card that provides a document with its variables. */
export interface InputPart {
  readonly input_schema: JsonSchema
  readonly variables: Readonly<Record<string, string>>
}

/** A contract for all values that the variables of an operation can have, under our names. */
export function inputOfVariables(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  provided: ReadonlySet<string>,
): InputPart {
  const definitions = (operation.variableDefinitions ?? []).filter(
    ({ variable }) => !provided.has(variable.name.value),
  )
  const names = contractNames(definitions.map(({ variable }) => variable.name.value))
  const pageSizes = pageSizesOf(operation)
  const properties: Record<string, JsonSchema> = {}
  const variables: Record<string, string> = {}
  const required: string[] = []
  for (const definition of definitions) {
    const variable = definition.variable.name.value
    const name = names.get(variable) ?? variable
    const type = inputType(definition, schema)
    const isOptional = definition.defaultValue !== undefined || !isNonNullType(type)
    properties[name] = pageSizes.has(variable)
      ? pageSize(definition, isOptional)
      : variableSchema(definition, type)
    if (!isOptional) required.push(name)
    const expression = expressionOf(type, name)
    if (expression !== variable) variables[variable] = expression
  }
  return {
    input_schema: { type: "object", required, additionalProperties: false, properties },
    variables,
  }
}

function inputType(definition: VariableDefinitionNode, schema: GraphQLSchema): GraphQLInputType {
  const type = typeFromAST(schema, definition.type)
  if (!isInputType(type)) throw new Error(`no input type: ${definition.variable.name.value}`)
  return type
}

/** The variables that are page sizes of connections. */
function pageSizesOf(operation: OperationDefinitionNode): Set<string> {
  const found = new Set<string>()
  visit(operation, {
    Argument({ name, value }) {
      const isPageSize = name.value === "first" || name.value === "last"
      if (isPageSize && value.kind === Kind.VARIABLE) found.add(value.name.value)
    },
  })
  return found
}

function pageSize(definition: VariableDefinitionNode, isOptional: boolean): JsonSchema {
  const { defaultValue } = definition
  const standard = defaultValue === undefined ? 10 : valueFromASTUntyped(defaultValue)
  return {
    type: "integer",
    minimum: 1,
    maximum: 100,
    ...(isOptional ? { default: standard } : {}),
  }
}

function variableSchema({ defaultValue }: VariableDefinitionNode, type: GraphQLInputType) {
  // A default allows a nullable variable where null is refused, so null is not accepted.
  const hasValue = defaultValue !== undefined && defaultValue.kind !== Kind.NULL
  return hasValue ? nonNullSchema(type) : schemaOf(type)
}

function schemaOf(type: GraphQLInputType): JsonSchema {
  return isNonNullType(type) ? nonNullSchema(type.ofType) : nullable(nonNullSchema(type))
}

function nonNullSchema(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return nonNullSchema(type.ofType)
  if (isListType(type)) {
    const { ofType } = type
    // Projections drop null items, so a list of objects promises none.
    const hasObjects = isInputObjectType(getNamedType(ofType))
    return { type: "array", items: hasObjects ? nonNullSchema(ofType) : schemaOf(ofType) }
  }
  return isInputObjectType(type) ? objectSchema(type) : leafSchema(type)
}

function objectSchema(type: GraphQLInputObjectType): JsonSchema {
  const fields = Object.values(type.getFields())
  const names = contractNames(fields.map(({ name }) => name))
  const nameOf = (field: string) => names.get(field) ?? field
  return {
    type: "object",
    required: fields.filter(isRequiredInputField).map(({ name }) => nameOf(name)),
    additionalProperties: false,
    properties: Object.fromEntries(
      fields.map(({ name, type: fieldType }) => [nameOf(name), schemaOf(fieldType)]),
    ),
  }
}

/** The path expression that maps an input's name back to GraphQL's. */
function expressionOf(type: GraphQLInputType, name: string): string {
  const named = getNamedType(type)
  if (!isInputObjectType(named) || isEnumType(named)) return identifier(name)
  const fields = Object.values(named.getFields())
  const names = contractNames(fields.map((field) => field.name))
  const members = fields.map(
    (field) =>
      `${identifier(field.name)}: ${expressionOf(field.type, names.get(field.name) ?? "")}`,
  )
  return `${identifier(name)}${isList(type) ? "[]" : ""}.{${members.join(", ")}}`
}

function isList(type: GraphQLInputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type)
}

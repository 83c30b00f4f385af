/** Contracts and mappings derived from types of the schema. */
import {
  type GraphQLInputType,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from "graphql"
import type { JsonSchema, JsonType } from "../../runtime/definition/index.js"

/** `pullRequestId` → `pull_request_id`, `commitOID` → `commit_oid`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
}

/** The JSON Schema of what an argument or a variable of this type takes. */
export function inputSchema(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return inputSchema(type.ofType)
  if (isListType(type)) return { type: "array", items: inputSchema(type.ofType) }
  if (isInputObjectType(type)) {
    const fields = inputFields(type)
    return {
      type: "object",
      required: fields.filter(isRequiredInputField).map(({ name }) => snakeCase(name)),
      properties: Object.fromEntries(
        fields.map((field) => [snakeCase(field.name), inputSchema(field.type)]),
      ),
    }
  }
  if (isEnumType(type)) {
    return { type: "string", enum: type.getValues().map(({ name }) => name) }
  }
  return { type: jsonType(type.name) }
}

/** The fields of an input object that a caller may want. */
export function inputFields(type: GraphQLInputType) {
  if (!isInputObjectType(type)) return []
  return Object.values(type.getFields()).filter(
    ({ name, deprecationReason }) => name !== "clientMutationId" && !deprecationReason,
  )
}

/** The path expression that turns a snake_case input into an input object of the schema. */
export function inputExpression(path: string, type: GraphQLInputType): string {
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    const inner = itemExpression(nullable.ofType)
    return inner === undefined ? path : `${path}[].${inner}`
  }
  const inner = itemExpression(nullable)
  return inner === undefined ? path : `${path}.${inner}`
}

function itemExpression(type: GraphQLInputType): string | undefined {
  const nullable = getNullableType(type)
  if (!isInputObjectType(nullable)) return undefined
  const fields = inputFields(nullable).map(
    (field) => `${field.name}: ${inputExpression(snakeCase(field.name), field.type)}`,
  )
  return `{${fields.join(", ")}}`
}

/** The JSON Schema of a leaf that GitHub answers with. */
export function outputSchema(type: GraphQLOutputType): JsonSchema | undefined {
  const isNullable = !isNonNullType(type)
  const nullable = getNullableType(type)
  if (!isLeafType(nullable)) return undefined
  if (isEnumType(nullable)) {
    const values = nullable.getValues().map(({ name }) => name)
    return isNullable
      ? { type: ["string", "null"], enum: [...values, null] }
      : { type: "string", enum: values }
  }
  const json = jsonType(nullable.name)
  return { type: isNullable ? [json, "null"] : json }
}

function jsonType(scalar: string): JsonType {
  const types: Record<string, JsonType> = { Int: "integer", Float: "number", Boolean: "boolean" }
  return types[scalar] ?? "string"
}

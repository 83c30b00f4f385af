import {
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from "graphql"
import { nodesOf } from "../../schema/lazy/index.js"
import { idsOf } from "./nodes.js"
import {
  ABSENT,
  arrayOf,
  BOOLEAN,
  type Field,
  INTEGER,
  NULL,
  NUMBER,
  type Shape,
  STRING,
  unionOf,
} from "./shape.js"

/** The shape of a scalar or enum. GitHub's own scalars (DateTime, URI, HTML, …) are all sent as strings. */
export function fromLeaf(type: GraphQLLeafType): Shape {
  if (isEnumType(type)) {
    return { kind: "string", values: type.getValues().map((value) => value.name) }
  }
  switch (type.name) {
    case "Int":
      return INTEGER
    case "Float":
      return NUMBER
    case "Boolean":
      return BOOLEAN
    default:
      return STRING
  }
}

/** Maximum depth for input objects. GitHub's schema nests a handful, and none recursively so far. */
const DEEPEST_INPUT = 12

/** The shape of the values that a variable or an input field of this type accepts. */
export function fromInputType(type: GraphQLInputType, depth = 0): Shape {
  if (isNonNullType(type)) return fromNonNullInput(type.ofType, depth)
  return unionOf(fromNonNullInput(type, depth), NULL)
}

function fromNonNullInput(type: GraphQLInputType, depth: number): Shape {
  if (isNonNullType(type)) return fromNonNullInput(type.ofType, depth)
  if (isListType(type)) return arrayOf(fromInputType(type.ofType, depth))
  if (!isInputObjectType(type)) return fromLeaf(type)
  if (depth > DEEPEST_INPUT) return { kind: "any" }
  const fields = Object.values(type.getFields()).map((field): [string, Field] => {
    const shape = idsOf(fromInputType(field.type, depth + 1), nodesOf(field))
    return [
      field.name,
      {
        shape: isRequiredInputField(field) ? shape : unionOf(shape, ABSENT),
        ...(field.description ? { description: field.description } : {}),
      },
    ]
  })
  return { kind: "object", fields: Object.fromEntries(fields), name: type.name }
}

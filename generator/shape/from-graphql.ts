import {
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from "graphql"
import { nodesOf } from "../../schema/lazy/index.js"
import type { DocumentSource } from "../parse/index.js"
import { memoize } from "../text/index.js"
import {
  ABSENT,
  alternatives,
  arrayOf,
  BOOLEAN,
  type Field,
  INTEGER,
  NULL,
  NUMBER,
  type ObjectShape,
  type Shape,
  STRING,
  type StringShape,
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

/** Above this many types an id says nothing: GitHub's `Node` has more than three hundred. */
const MOST_TYPES = 12

/** The node types that the `id` of these types identifies; undefined if one of them is no node. */
export function nodesOfId(
  types: readonly GraphQLObjectType[],
  schema: GraphQLSchema,
): readonly string[] | undefined {
  const node = schema.getType("Node")
  if (!isInterfaceType(node) || types.length > MOST_TYPES) return undefined
  const areNodes = types.every((type) => schema.isSubType(node, type))
  return areNodes ? types.map(({ name }) => name).sort() : undefined
}

/** What the uses of a document's variables demand of their values. */
export const variableDemands = memoize((schema: GraphQLSchema) =>
  memoize(({ ast }: DocumentSource) => {
    /** The node types of variables, from all input fields that a variable fills. */
    const nodes = new Map<string, readonly string[]>()
    /**
     * Variables that are used where null is not allowed. GraphQL accepts a nullable variable with a default there,
     * but the default only applies to an absent value, not to null.
     */
    const neverNull = new Set<string>()
    const pageSizes = new Set<string>()
    const types = new TypeInfo(schema)
    const visitor = visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      Variable({ name }) {
        if (isNonNullType(types.getInputType())) neverNull.add(name.value)
      },
      Argument({ name, value }) {
        const isSize = ["first", "last"].includes(name.value)
        if (isSize && value.kind === Kind.VARIABLE) pageSizes.add(value.name.value)
      },
      ObjectField({ name: { value: field }, value }) {
        const parent = getNamedType(types.getParentInputType())
        const known = isInputObjectType(parent) ? fieldNodes(parent.getFields()[field]) : undefined
        if (known === undefined) return
        for (const name of variablesIn(value)) {
          const others = nodes.get(name)
          nodes.set(name, others ? others.filter((one) => known.includes(one)) : known)
        }
      },
    })
    visit(ast, visitor)
    return { nodes, neverNull, pageSizes }
  }),
)

function fieldNodes(field: Parameters<typeof nodesOf>[0] | undefined) {
  return field && nodesOf(field)
}

function variablesIn(value: ValueNode): readonly string[] {
  if (value.kind === Kind.VARIABLE) return [value.name.value]
  return value.kind === Kind.LIST ? value.values.flatMap(variablesIn) : []
}

/** The shape whose strings, or those of its items, are ids of these nodes. */
export function idsOf(shape: Shape, nodes: readonly string[] | undefined): Shape {
  if (nodes === undefined) return shape
  const members = alternatives(shape).map((one): Shape => {
    if (one.kind === "array") return { ...one, items: idsOf(one.items, nodes) }
    return one.kind === "string" && one.values === undefined ? { ...one, nodes } : one
  })
  const [only] = members
  return members.length === 1 && only !== undefined ? only : { kind: "union", members }
}

/** The shape with plain strings in place of typed node ids. */
export function withoutNodes(shape: ObjectShape): ObjectShape
export function withoutNodes(shape: Shape): Shape
export function withoutNodes(shape: Shape): Shape {
  return mapStrings(shape, ({ nodes: _, ...text }) => text)
}

/**
 * Changes the strings in a shape, except those that a declared type contains. Each change gets the name of the field
 * that has the string.
 */
export function mapStrings(
  shape: Shape,
  change: (text: StringShape, field: string) => Shape,
  field = "",
): Shape {
  const inside = (one: Shape) => mapStrings(one, change, field)
  switch (shape.kind) {
    case "string":
      return change(shape, field)
    case "array":
      return {
        ...shape,
        items: inside(shape.items),
        ...(shape.each && { each: shape.each.map(inside) }),
      }
    case "union":
      return { ...shape, members: shape.members.map(inside) }
    case "object": {
      const declared = shape.declared && (shape.declared.fields ?? Object.keys(shape.fields))
      const fields = Object.entries(shape.fields).map(([name, one]) => {
        if (declared?.includes(name)) return [name, one] as const
        return [name, { ...one, shape: mapStrings(one.shape, change, name) }] as const
      })
      return { ...shape, fields: Object.fromEntries(fields) }
    }
    default:
      return shape
  }
}

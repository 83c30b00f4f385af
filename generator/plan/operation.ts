import {
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  Kind,
  OperationTypeNode,
  typeFromAST,
} from "graphql"
import type { DocumentSource } from "../read/document.js"
import { fromInputType } from "../shape/from-graphql.js"
import { SelectionShapes } from "../shape/from-selection.js"
import { ABSENT, type Field, type Shape, unionOf } from "../shape/shape.js"
import type { OperationPlan } from "./capability-plan.js"
import { partsOf } from "./parts.js"

/** The plan of a valid document's only operation. */
export function planOperation(
  document: DocumentSource,
  schema: GraphQLSchema,
): OperationPlan | undefined {
  const [operation] = document.operations
  const type = operation && schema.getRootType(operation.operation)
  if (operation === undefined || type === undefined || type === null) return undefined
  return {
    path: document.file.path,
    name: operation.name?.value ?? "",
    type: operation.operation === OperationTypeNode.MUTATION ? "mutation" : "query",
    text: document.file.text.trimEnd(),
    isolated: selectsNonNullRoot(document, type) || (operation.directives?.length ?? 0) > 0,
    parts: partsOf(document),
    variables: { kind: "object", fields: variableFields(document, schema) },
    data: new SelectionShapes(schema, document).of(type, operation.selectionSet),
  }
}

function variableFields(document: DocumentSource, schema: GraphQLSchema): Record<string, Field> {
  const [operation] = document.operations
  const fields = (operation?.variableDefinitions ?? []).map((definition): [string, Field] => {
    const type = typeFromAST(schema, definition.type)
    const shape: Shape = isInputType(type) ? fromInputType(type) : { kind: "any" }
    const isOptional = definition.defaultValue !== undefined || !isNonNullType(type)
    return [definition.variable.name.value, { shape: isOptional ? unionOf(shape, ABSENT) : shape }]
  })
  return Object.fromEntries(fields)
}

function selectsNonNullRoot(document: DocumentSource, root: GraphQLObjectType): boolean {
  const fields = root.getFields()
  const seen = new Set<string>()
  const selects = (set: DocumentSource["operations"][number]["selectionSet"]): boolean =>
    set.selections.some((selection) => {
      if (selection.kind === Kind.FIELD) {
        const field = fields[selection.name.value]
        return field !== undefined && isNonNullType(field.type)
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) return selects(selection.selectionSet)
      const fragment = document.fragments.get(selection.name.value)
      if (fragment === undefined || seen.has(fragment.name.value)) return false
      seen.add(fragment.name.value)
      return selects(fragment.selectionSet)
    })
  return document.operations.some((operation) => selects(operation.selectionSet))
}

/** The shape without where its fields come from: what is cached and emitted. */
export function withoutOrigins(shape: Shape): Shape {
  switch (shape.kind) {
    case "array":
      return { ...shape, items: withoutOrigins(shape.items) }
    case "union":
      return { ...shape, members: shape.members.map(withoutOrigins) }
    case "object": {
      const fields = Object.entries(shape.fields).map(([name, { origins: _, ...field }]) => [
        name,
        { ...field, shape: withoutOrigins(field.shape) },
      ])
      return { ...shape, fields: Object.fromEntries(fields) }
    }
    default:
      return shape
  }
}

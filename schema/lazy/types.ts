import {
  assertInputType,
  assertInterfaceType,
  assertNullableType,
  assertObjectType,
  assertOutputType,
  DirectiveLocation,
  GraphQLDeprecatedDirective,
  GraphQLDirective,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInputField,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  type GraphQLScalarTypeConfig,
  type GraphQLType,
  GraphQLUnionType,
  getDirectiveValues,
  type InputValueDefinitionNode,
  Kind,
  type TypeNode,
  valueFromAST,
} from "graphql"
import { type Definition, DefinitionError } from "./definitions.js"

type NamedType = (name: string) => GraphQLNamedType

/** Parsers of scalars that do not accept every string, by name. */
export type Scalars = Readonly<
  Record<string, Pick<GraphQLScalarTypeConfig<unknown, unknown>, "parseValue">>
>

/**
 * The object types whose node ids a field of an input object accepts, from `@possibleTypes`. The schema that
 * GitHub's documentation publishes has that directive; introspection and npm's copy do not.
 */
export function nodesOf({ astNode }: GraphQLInputField): readonly string[] | undefined {
  const directive = astNode?.directives?.find(({ name }) => name.value === "possibleTypes")
  const types = directive?.arguments?.find(({ name }) => name.value === "concreteTypes")?.value
  if (types?.kind !== Kind.LIST) return undefined
  return types.values.flatMap((one) => (one.kind === Kind.STRING ? one.value : []))
}

/** The type of a definition, which is parsed when its fields, values or members are read. */
export function typeOf(
  definition: Definition,
  named: NamedType,
  scalars: Scalars,
): GraphQLNamedType {
  const { name } = definition
  const interfaces = () => definition.interfaces.map((one) => assertInterfaceType(named(one)))
  const fields = () => fieldsOf(definition, named)
  switch (definition.keyword) {
    case "type":
      return new GraphQLObjectType({ name, interfaces, fields })
    case "interface":
      return new GraphQLInterfaceType({ name, interfaces, fields })
    case "union":
      return new GraphQLUnionType({ name, types: () => membersOf(definition, named) })
    case "enum":
      return new GraphQLEnumType({ name, values: () => valuesOf(definition) })
    case "input":
      return new GraphQLInputObjectType({ name, fields: () => inputFieldsOf(definition, named) })
    default:
      return new GraphQLScalarType({ name, ...scalars[name] })
  }
}

export function directiveOf(definition: Definition, named: NamedType): GraphQLDirective {
  const node = definition.node()
  if (node.kind !== Kind.DIRECTIVE_DEFINITION) throw misread(definition)
  return new GraphQLDirective({
    name: definition.name,
    locations: node.locations.flatMap(({ value }) =>
      Object.values(DirectiveLocation).filter((one) => one === value),
    ),
    isRepeatable: node.repeatable,
    args: inputsOf(node.arguments, named),
  })
}

function fieldsOf(
  definition: Definition,
  named: NamedType,
): GraphQLFieldConfigMap<unknown, unknown> {
  const node = definition.node()
  const isComposite =
    node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION
  if (!isComposite) throw misread(definition)
  const fields = (node.fields ?? []).map((field) => [
    field.name.value,
    {
      type: assertOutputType(wrapped(field.type, named)),
      args: inputsOf(field.arguments, named),
      description: field.description?.value,
      deprecationReason: deprecationOf(field),
    },
  ])
  return Object.fromEntries(fields)
}

function inputFieldsOf(definition: Definition, named: NamedType): GraphQLInputFieldConfigMap {
  const node = definition.node()
  if (node.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) throw misread(definition)
  return inputsOf(node.fields, named)
}

/** Arguments, or the fields of an input object. */
function inputsOf(
  nodes: readonly InputValueDefinitionNode[] | undefined,
  named: NamedType,
): GraphQLFieldConfigArgumentMap {
  const inputs = (nodes ?? []).map((node) => {
    const type = assertInputType(wrapped(node.type, named))
    return [
      node.name.value,
      {
        type,
        description: node.description?.value,
        defaultValue: valueFromAST(node.defaultValue, type),
        deprecationReason: deprecationOf(node),
        astNode: node,
      },
    ]
  })
  return Object.fromEntries(inputs)
}

function membersOf(definition: Definition, named: NamedType): GraphQLObjectType[] {
  const node = definition.node()
  if (node.kind !== Kind.UNION_TYPE_DEFINITION) throw misread(definition)
  return (node.types ?? []).map(({ name }) => assertObjectType(named(name.value)))
}

function valuesOf(definition: Definition) {
  const node = definition.node()
  if (node.kind !== Kind.ENUM_TYPE_DEFINITION) throw misread(definition)
  const values = (node.values ?? []).map((value) => [
    value.name.value,
    { description: value.description?.value, deprecationReason: deprecationOf(value) },
  ])
  return Object.fromEntries(values)
}

function wrapped(node: TypeNode, named: NamedType): GraphQLType {
  if (node.kind === Kind.NAMED_TYPE) return named(node.name.value)
  const inner = wrapped(node.type, named)
  return node.kind === Kind.LIST_TYPE
    ? new GraphQLList(inner)
    : new GraphQLNonNull(assertNullableType(inner))
}

function deprecationOf(node: Parameters<typeof getDirectiveValues>[1]): string | undefined {
  const reason = getDirectiveValues(GraphQLDeprecatedDirective, node)?.reason
  return typeof reason === "string" ? reason : undefined
}

const misread = ({ name }: Definition) => new DefinitionError(`${name} was misread`)

import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  isUnionType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from "graphql"

/** What the schema says of a field, introspection's included. */
export function fieldOf(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  return isUnionType(parent) ? undefined : parent.getFields()[name]
}

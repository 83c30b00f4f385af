import type { DocumentNode, FieldNode, GraphQLSchema } from "graphql"
import { codegen, graphql } from "./tools.js"

/** GitHub's schema as the plugin takes it. */
export function readSchemaForCodegen(sdl: string): GraphQLSchema {
  return graphql.buildSchema(sdl, { assumeValid: true, assumeValidSDL: true })
}

/** GraphQL Code Generator's types of an operation, with the document's names. */
export function graphqlCodegenTypes(schema: GraphQLSchema, text: string): Promise<string> {
  return typesOf(schema, graphql.parse(text))
}

/**
 * The same without `__typename`, for a document that selects it wherever possible: then the plugin keeps
 * union members to which no fragment applies.
 */
export async function graphqlCodegenTypesOfAllMembers(
  schema: GraphQLSchema,
  text: string,
): Promise<string> {
  return withoutTypeNames(await typesOf(schema, withTypeNames(schema, graphql.parse(text))))
}

async function typesOf(schema: GraphQLSchema, document: DocumentNode): Promise<string> {
  const scalars = Object.values(schema.getTypeMap()).filter(graphql.isScalarType)
  const standard = new Map([
    ["Int", "number"],
    ["Float", "number"],
    ["Boolean", "boolean"],
  ])
  const config = {
    mergeFragmentTypes: true,
    skipTypename: true,
    strictScalars: true,
    enumType: "string-literal",
    namingConvention: "keep",
    arrayInputCoercion: false,
    // An optional property may be undefined in any case; an item of a list may not.
    inputMaybeValue: "T | null",
    scalars: Object.fromEntries(scalars.map(({ name }) => [name, standard.get(name) ?? "string"])),
  } as const
  const output = await codegen.plugin(
    schema,
    [{ document, location: "document.graphql" }],
    config,
    {
      outputFile: "types.ts",
    },
  )
  if (typeof output === "string") return output
  return [...(output.prepend ?? []), output.content].join("\n")
}

function withTypeNames(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const { Kind, TypeInfo, isAbstractType, visit, visitWithTypeInfo } = graphql
  const typeInfo = new TypeInfo(schema)
  const typeName: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } }
  const visitor = visitWithTypeInfo(typeInfo, {
    SelectionSet: {
      leave: (node) =>
        isAbstractType(typeInfo.getParentType())
          ? { ...node, selections: [typeName, ...node.selections] }
          : undefined,
    },
  })
  return visit(document, visitor)
}

/** The text of a module without `__typename`, and without the intersections that it causes. */
export function withoutTypeNames(text: string): string {
  return text
    .replace(/\s*\}\s*&\s*\{\s*__typename:/g, ", __typename:")
    .replace(/,?\s*__typename:(?:\s*\|?\s*(?:['"]%?\w+['"]|string))+[,;]?/g, "")
}

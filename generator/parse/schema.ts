import { buildASTSchema, GraphQLError, type GraphQLSchema, parse } from "graphql"

let latest: { sdl: string; schema: GraphQLSchema } | undefined

/**
 * Builds the pinned schema, once for the same text. GitHub publishes SDL that is not valid SDL
 * (`EnterpriseOwnerInfo` defines two fields twice), so its validity is assumed; a test names the
 * known defects.
 *
 * @throws GraphQLError where the text is no schema.
 */
export function readSchema(sdl: string): GraphQLSchema {
  if (latest?.sdl !== sdl) latest = { sdl, schema: build(sdl) }
  return latest.schema
}

function build(sdl: string): GraphQLSchema {
  const ast = parse(sdl, { noLocation: true })
  try {
    const schema = buildASTSchema(ast, { assumeValid: true, assumeValidSDL: true })
    if (!schema.getQueryType()) throw new Error("it has no query type")
    // Fields are resolved lazily: a type that does not exist shows here or in the middle of a run.
    for (const type of Object.values(schema.getTypeMap())) {
      if ("getFields" in type) type.getFields()
    }
    return schema
  } catch (error) {
    throw new GraphQLError(error instanceof Error ? error.message : String(error))
  }
}

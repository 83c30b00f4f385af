import { buildASTSchema, GraphQLError, type GraphQLSchema, parse, validateSchema } from "graphql"
import { DefinitionError, lazySchema } from "../../schema/lazy/index.js"

let latest: { sdl: string; schema: GraphQLSchema } | undefined

/**
 * The pinned schema, memoized by its text. Definitions are parsed when a document needs them, because parsing all
 * 1,800 takes longer than compiling thirty cards. The text is assumed to be valid; it must be, because npm's copy of
 * GitHub's schema defines two fields of `EnterpriseOwnerInfo` twice.
 *
 * @throws DefinitionError if the text is not a schema, or later, from the schema, if a part is invalid
 */
export function readSchema(sdl: string): GraphQLSchema {
  if (latest?.sdl !== sdl) latest = { sdl, schema: lazySchema(sdl, { described: true }) }
  if (!latest.schema.getQueryType()) throw new DefinitionError("it has no query type")
  return latest.schema
}

/** The violations of GraphQL's rules in a schema, such as a field that is defined twice. */
export function schemaProblems(sdl: string): string[] {
  const document = parse(sdl, { noLocation: true })
  try {
    return validateSchema(buildASTSchema(document)).map(({ message }) => message)
  } catch (error) {
    // graphql-js joins all errors in one message.
    return error instanceof Error ? error.message.split("\n\n") : [String(error)]
  }
}

/** The defect of the pinned schema that caused an exception, if any. */
export function schemaFault(
  sdl: string,
  error: unknown,
): { readonly message: string; readonly start: number } | undefined {
  if (!(error instanceof DefinitionError)) return undefined
  try {
    // The whole text is parsed to find the location.
    buildASTSchema(parse(sdl), { assumeValid: true, assumeValidSDL: true })
    return { message: error.message, start: 0 }
  } catch (whole) {
    const start = whole instanceof GraphQLError ? (whole.positions?.[0] ?? 0) : 0
    return { message: whole instanceof Error ? whole.message : String(whole), start }
  }
}

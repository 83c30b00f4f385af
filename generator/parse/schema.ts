import { buildASTSchema, GraphQLError, type GraphQLSchema, parse } from "graphql"
import { DefinitionError, lazySchema } from "../../lazy-schema/index.js"
import { readNodeIds } from "./pins.js"

let latest: { sdl: string; ids: string | undefined; schema: GraphQLSchema } | undefined

/**
 * The pinned schema, once for the same text. What no document asks for is never parsed: to parse all
 * 1,600 types takes longer than to compile thirty cards. So the text's validity is assumed, and has
 * to be: GitHub publishes SDL that is not valid (`EnterpriseOwnerInfo` defines two fields twice). A
 * test names the known defects.
 *
 * @param ids - whose node ids mutations take, as it was pinned
 * @throws DefinitionError where the text is no schema, or later, from the schema, where a part is none.
 */
export function readSchema(sdl: string, ids?: string): GraphQLSchema {
  if (latest?.sdl !== sdl || latest.ids !== ids) {
    const nodeIds = ids === undefined ? {} : readNodeIds(ids)
    latest = { sdl, ids, schema: lazySchema(sdl, { described: true, nodeIds }) }
  }
  if (!latest.schema.getQueryType()) throw new DefinitionError("it has no query type")
  return latest.schema
}

/** What is wrong with the pinned schema, where that is why something was thrown. */
export function schemaFault(
  sdl: string,
  error: unknown,
): { readonly message: string; readonly start: number } | undefined {
  if (!(error instanceof DefinitionError)) return undefined
  try {
    // The whole text is parsed to say where.
    buildASTSchema(parse(sdl), { assumeValid: true, assumeValidSDL: true })
    return { message: error.message, start: 0 }
  } catch (whole) {
    const start = whole instanceof GraphQLError ? (whole.positions?.[0] ?? 0) : 0
    return { message: whole instanceof Error ? whole.message : String(whole), start }
  }
}

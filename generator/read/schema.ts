import { buildASTSchema, type GraphQLSchema, parse } from "graphql"

/**
 * Builds the pinned schema. GitHub publishes SDL that is not valid SDL (`EnterpriseOwnerInfo`
 * defines two fields twice), so its validity is assumed; a test names the known defects.
 */
export function readSchema(sdl: string): GraphQLSchema {
  const ast = parse(sdl, { noLocation: true })
  return buildASTSchema(ast, { assumeValid: true, assumeValidSDL: true })
}

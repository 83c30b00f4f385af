import { type DocumentNode, type GraphQLError, type GraphQLSchema, validate } from "graphql"

/**
 * GitHub's errors for a document. It allows types of a union to have fields of
 * different types under one name, which the specification forbids (docs/decisions/0007-unions.md).
 */
export function refusedByGithub(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  return validate(schema, document).filter(
    ({ message }) => !/return conflicting types(?!.*are different fields)/s.test(message),
  )
}

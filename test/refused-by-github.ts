import { type DocumentNode, type GraphQLError, type GraphQLSchema, validate } from "graphql"

/**
 * What GitHub would refuse of a document. It lets types of a union answer one name with different types, which
 * the specification forbids (docs/decisions/0073).
 */
export function refusedByGithub(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  return validate(schema, document).filter(
    ({ message }) => !/return conflicting types(?!.*are different fields)/s.test(message),
  )
}

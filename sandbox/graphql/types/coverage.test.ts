import { GraphQLObjectType } from "graphql"
import { expect, test } from "vitest"
import { resolvers } from "../resolvers.js"
import { githubSchema } from "../schema.js"

const fieldNames = (typeName: string): string[] => {
  const type = githubSchema().getType(typeName)
  return type instanceof GraphQLObjectType ? Object.keys(type.getFields()) : []
}

test.each(Object.entries(resolvers))(
  "every resolver of %s belongs to a field of the GraphQL schema",
  (name, fields) => {
    const unknown = Object.keys(fields).filter((field) => !fieldNames(name).includes(field))
    expect(unknown).toEqual([])
  },
)

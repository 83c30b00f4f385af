import { GraphQLObjectType } from "graphql"
import { expect, test } from "vitest"
import { fieldsOf, modelledTypes } from "../resolvers.js"
import { githubSchema } from "../schema.js"

const fieldNames = (typeName: string): string[] => {
  const type = githubSchema().getType(typeName)
  return type instanceof GraphQLObjectType ? Object.keys(type.getFields()) : []
}

test.each(modelledTypes)(
  "every resolver of %s belongs to a field of the GraphQL schema",
  (name) => {
    const unknown = Object.keys(fieldsOf(name) ?? {}).filter(
      (field) => !fieldNames(name).includes(field),
    )
    expect(unknown).toEqual([])
  },
)

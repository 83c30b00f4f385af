import { GraphQLObjectType } from "graphql"
import { expect, test } from "vitest"
import { githubSchema } from "../schema.js"
import { fieldsOf, modelledTypes } from "./index.js"

const fieldNames = (typeName: string): string[] => {
  const type = githubSchema().getType(typeName)
  return type instanceof GraphQLObjectType ? Object.keys(type.getFields()) : []
}

test.each(modelledTypes)("every resolver of %s belongs to a field of the schema", (name) => {
  const unknown = Object.keys(fieldsOf(name) ?? {}).filter(
    (field) => !fieldNames(name).includes(field),
  )
  expect(unknown).toEqual([])
})

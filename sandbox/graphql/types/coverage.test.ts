import { readFile } from "node:fs/promises"
import { GraphQLObjectType } from "graphql"
import { expect, test } from "vitest"
import { githubSchema } from "../schema.js"
import { coreTypes, fieldsOf, modelledTypes } from "./index.js"

const fieldNames = (typeName: string): string[] => {
  const type = githubSchema().getType(typeName)
  return type instanceof GraphQLObjectType ? Object.keys(type.getFields()) : []
}

test("the fields of the core types that the sandbox does not model are known", async () => {
  const missing = Object.fromEntries(
    coreTypes.map((name) => [name, fieldNames(name).filter((field) => !fieldsOf(name)?.[field])]),
  )
  // A new entry here is a regression; a vanished one is progress and shortens the file.
  const known: unknown = JSON.parse(
    await readFile(new URL("../unmodelled.json", import.meta.url), "utf8"),
  )
  expect(missing).toEqual(known)
})

test.each(modelledTypes)("every resolver of %s belongs to a field of the schema", (name) => {
  const unknown = Object.keys(fieldsOf(name) ?? {}).filter(
    (field) => !fieldNames(name).includes(field),
  )
  expect(unknown).toEqual([])
})

import { readdirSync, readFileSync } from "node:fs"
import {
  buildASTSchema,
  buildSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  getIntrospectionQuery,
  graphqlSync,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
  visit,
} from "graphql"
import { describe, expect, test } from "vitest"
import { pick, randomNumbers } from "../../test/documents/random.js"
import { lazySchema } from "./index.js"

const project = new URL("../../", import.meta.url)
const sdl = readFileSync(new URL("schema/github-schema.graphql", project), "utf8")
// Descriptions are for introspections, which get the whole schema.
const bare = visit(parse(sdl, { noLocation: true }), {
  enter: (node) => ("description" in node ? { ...node, description: undefined } : undefined),
})
const whole = buildASTSchema(bare, { assumeValidSDL: true, assumeValid: true })

const documents = ["operations", "test/documents"].flatMap((folder) =>
  readdirSync(new URL(folder, project), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".graphql"))
    .map((path) => readFileSync(new URL(`${folder}/${path}`, project), "utf8")),
)

const lazy = lazySchema(sdl)

const problems = (schema: GraphQLSchema, text: string) =>
  validate(schema, parse(text)).map(({ message, locations }) => ({ message, locations }))

describe("the lazily loaded schema equals the whole schema", () => {
  test("for every document of the project", () => {
    expect(documents.length).toBeGreaterThan(100)
    for (const text of documents) expect(problems(lazy, text)).toEqual(problems(whole, text))
  })

  test("for documents with mistakes, suggestions included", () => {
    const random = randomNumbers(1)
    const names = [...new Set(documents.flatMap((text) => text.match(/\b\w+\b/g) ?? []))]
    let wrong = 0
    for (let index = 0; index < 250; index += 1) {
      const text = mistaken(pick(documents, random), names, random)
      if (text === undefined) continue
      const expected = problems(whole, text)
      if (expected.length > 0) wrong += 1
      expect(problems(lazy, text)).toEqual(expected)
    }
    expect(wrong).toBeGreaterThan(100)
  })

  test("in the possible types of each abstract type", () => {
    for (const type of Object.values(whole.getTypeMap()).filter(isAbstractType)) {
      const own = lazy.getType(type.name)
      if (!isAbstractType(own)) throw new Error(`${type.name} is not abstract`)
      const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).sort()
      expect(names(lazy.getPossibleTypes(own))).toEqual(names(whole.getPossibleTypes(type)))
    }
  })

  test("in everything but descriptions", () => {
    const sorted = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema))
    expect(sorted(lazy) === sorted(whole)).toBe(true)
  })

  test("in descriptions, if they are requested", () => {
    const described = lazySchema(sdl, { described: true })
    const expected = buildSchema(sdl, { assumeValid: true, assumeValidSDL: true })
    const texts = (schema: GraphQLSchema) => {
      const types = Object.values(lexicographicSortSchema(schema).getTypeMap())
      return types.map((type) => [type.name, withinType(type)])
    }
    const found = texts(described)
    expect(JSON.stringify(found)).toContain("A unique identifier for the client performing")
    expect(found).toEqual(texts(expected))
  })

  test("for an introspection, except for the order of types", () => {
    const source = getIntrospectionQuery({ descriptions: false })
    const introspected = (schema: GraphQLSchema): string => {
      const { __schema } = Object(graphqlSync({ schema, source }).data)
      const types = __schema.types.map((one: { possibleTypes: { name: string }[] | null }) => ({
        ...one,
        possibleTypes: one.possibleTypes?.map(({ name }) => name).sort(),
      }))
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
      return JSON.stringify({ ...__schema, types: types.sort(byName) })
    }
    expect(introspected(lazy) === introspected(whole)).toBe(true)
  })
})

/** The descriptions of the fields, arguments and values of a type. */
function withinType(type: GraphQLNamedType): unknown[] {
  if (isEnumType(type)) return type.getValues().map(({ description }) => description)
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map(({ description }) => description)
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).map(({ description, args }) => [
    description,
    ...args.map((one) => one.description),
  ])
}

/** The text with one name replaced by another or misspelt one; undefined if the result has a syntax error. */
function mistaken(text: string, names: readonly string[], random: () => number) {
  const places = [...text.matchAll(/\b[A-Za-z]\w+\b/g)]
  const { 0: name, index } = pick(places, random)
  const other = random() < 0.5 ? pick(names, random) : `${name.slice(0, -1)}x`
  const changed = text.slice(0, index) + other + text.slice(index + name.length)
  try {
    parse(changed)
    return changed
  } catch {
    return undefined
  }
}

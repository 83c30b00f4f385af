import { readFileSync } from "node:fs"
import { buildSchema, type GraphQLSchema } from "graphql"
import { dates, lazySchema, pinFile } from "../../schema/lazy/index.js"

let lazy: GraphQLSchema | undefined
let whole: GraphQLSchema | undefined

const sdl = (): string =>
  readFileSync(pinFile("github-schema.graphql", "The sandbox needs"), "utf8")

/** GitHub's pinned schema, loaded type by type as requests need them. */
export function githubSchema(): GraphQLSchema {
  lazy ??= lazySchema(sdl(), { scalars: dates })
  return lazy
}

/** The schema for a document: with descriptions if it may query them. */
export function schemaFor(query: string): GraphQLSchema {
  const isIntrospection = /\b__(?:schema|type)\b/.test(query)
  if (!isIntrospection || !/\bdescription\b/.test(query)) return githubSchema()
  // Not validated: npm's copy of the schema defines two fields twice.
  whole ??= buildSchema(sdl(), { assumeValidSDL: true, assumeValid: true })
  return whole
}

/** The version of the pinned schema: the sandbox cannot distinguish newer fields from mistakes. */
export function pinnedVersion(): string {
  const pins: unknown = JSON.parse(readFileSync(pinFile("pin.json", "The sandbox needs"), "utf8"))
  const { origin, version, date } = Object(Object(pins).graphql)
  return `${origin} ${version}${date ? ` of ${date}` : ""}`
}

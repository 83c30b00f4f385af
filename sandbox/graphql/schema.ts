import { readFileSync } from "node:fs"
import { buildSchema, type GraphQLSchema } from "graphql"
import { dates, lazySchema, pinFile } from "../../schema/lazy/index.js"

let lazy: GraphQLSchema | undefined
let whole: GraphQLSchema | undefined

const sdl = (): string =>
  readFileSync(pinFile("github-schema.graphql", "The sandbox needs"), "utf8")

/** GitHub's pinned schema, of which a process pays for what its requests ask for. */
export function githubSchema(): GraphQLSchema {
  lazy ??= lazySchema(sdl(), { scalars: dates })
  return lazy
}

/** The schema that a document needs: with descriptions if it may ask for those. */
export function schemaFor(query: string): GraphQLSchema {
  const isIntrospection = /\b__(?:schema|type)\b/.test(query)
  if (!isIntrospection || !/\bdescription\b/.test(query)) return githubSchema()
  // Not validated: npm's copy of the schema defines two fields twice.
  whole ??= buildSchema(sdl(), { assumeValidSDL: true, assumeValid: true })
  return whole
}

/** Which schema of GitHub's it is: what is newer, the sandbox cannot tell from a mistake. */
export function pinnedVersion(): string {
  const pins: unknown = JSON.parse(readFileSync(pinFile("pin.json", "The sandbox needs"), "utf8"))
  const { origin, version, date } = Object(Object(pins).graphql)
  return `${origin} ${version}${date ? ` of ${date}` : ""}`
}

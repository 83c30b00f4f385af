import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSchema, type GraphQLSchema } from "graphql"

let loaded: GraphQLSchema | undefined

/** GitHub's pinned schema, built once per process: it takes a fifth of a second. */
export function githubSchema(): GraphQLSchema {
  // The published SDL defines two fields twice, which is why it is not validated.
  loaded ??= buildSchema(readFileSync(schemaFile("github-schema.graphql"), "utf8"), {
    assumeValidSDL: true,
    assumeValid: true,
  })
  return loaded
}

/** Which schema of GitHub's it is: what is newer, the sandbox cannot tell from a mistake. */
export function pinnedVersion(): string {
  const pins: unknown = JSON.parse(readFileSync(schemaFile("pin.json"), "utf8"))
  const { origin, version, date } = Object(Object(pins).graphql)
  return `${origin} ${version}${date ? ` of ${date}` : ""}`
}

/** The file lies at the package's root, however deep this module was bundled. */
function schemaFile(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const path = join(folder, "schema", name)
    if (existsSync(path)) return path
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`sandbox: schema/${name} is missing`)
    folder = parent
  }
}

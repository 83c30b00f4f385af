import { readFileSync } from "node:fs"
import { join } from "node:path"
import { buildSchema } from "graphql"

const pinned = join(import.meta.dirname, "../../schema/github-schema.graphql")

/** The whole schema by graphql-js alone, independent of the tested code. */
export const schema = buildSchema(readFileSync(pinned, "utf8"), { assumeValid: true })

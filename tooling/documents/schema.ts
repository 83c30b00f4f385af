import { readFileSync } from "node:fs"
import { join } from "node:path"
import { buildSchema } from "graphql"

const pinned = join(import.meta.dirname, "../../schema/github-schema.graphql")

/** The whole of it, by graphql-js alone: other code than what is compared reads the documents. */
export const schema = buildSchema(readFileSync(pinned, "utf8"), { assumeValid: true })

/** The established tool for the same documents: GraphQL Code Generator's plugin for types of operations. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { plugin } from "@graphql-codegen/typescript-operations"
import { parse } from "graphql"
import { readSchema } from "../../generator/parse/index.js"

const [root = "."] = process.argv.slice(2)
const schema = readSchema(readFileSync(join(root, "schema/github-schema.graphql"), "utf8"))
const documents = readdirSync(join(root, "operations"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".graphql"))
  .sort()
  .map((path) => ({
    location: path,
    document: parse(readFileSync(join(root, "operations", path), "utf8")),
  }))
const scalars = Object.fromEntries(
  Object.keys(schema.getTypeMap()).map((name) => [name, "string"] as const),
)
const output = await plugin(
  schema,
  documents,
  {
    mergeFragmentTypes: true,
    strictScalars: true,
    scalars: { ...scalars, Int: "number", Float: "number", Boolean: "boolean" },
  },
  { outputFile: "operations.ts" },
)
const text = typeof output === "string" ? output : output.content
writeFileSync(join(root, "operations.ts"), text)

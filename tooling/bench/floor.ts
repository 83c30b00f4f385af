/**
 * The lower bound for compiling the same cards: the libraries read the YAML, read and validate the documents, and the
 * same files are written. The project must have been compiled before.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import {
  concatAST,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  parse,
  separateOperations,
  specifiedRules,
  validate,
} from "graphql"
import { parseDocument } from "yaml"
import { readSchema } from "../../generator/parse/index.js"

const [root = "."] = process.argv.slice(2)
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
const textOf = (path: string) => readFileSync(path, "utf8")

for (const path of filesIn("cards")) parseDocument(textOf(path), { prettyErrors: false }).toJS()

const schema = readSchema(textOf(join(root, "schema/github-schema.graphql")))
const { definitions } = concatAST(filesIn("operations").map((path) => parse(textOf(path))))
// Copies of a document contain its fragments.
const fragments = new Map(
  definitions.flatMap((one) =>
    one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
  ),
)
const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
const documents = {
  kind: Kind.DOCUMENT,
  definitions: [...operations, ...fragments.values()],
} as const
// GitHub accepts union members that the specification's rule refuses.
const rules = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule)
// Each operation with the fragments that it uses.
for (const document of Object.values(separateOperations(documents))) {
  const [error] = validate(schema, document, rules)
  if (error !== undefined) throw error
}

for (const path of filesIn("generated")) {
  const copy = join(root, ".cache/floor", path.slice(root.length))
  mkdirSync(dirname(copy), { recursive: true })
  writeFileSync(copy, textOf(path))
}
